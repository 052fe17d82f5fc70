import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentDetails } from '@cytocomm/api/seeding';
import { documentKindSchema, type Visibility, visibilitySchema } from '@cytocomm/contract';
import { z } from 'zod';
import type { PdfText } from './pdf.ts';

/** A demo document before it is written as a PDF. */
export interface DemoDocument extends Omit<PdfText, 'author'>, DocumentDetails {
  /** Names the record, whatever its title says this year. */
  readonly key: string;
  readonly fileName: string;
  readonly visibility: Visibility;
}

const DAY_MS = 24 * 3600 * 1000;
const textsSchema = z.array(
  z.object({
    key: z.string(),
    title: z.string(),
    fileName: z.string(),
    visibility: visibilitySchema,
    kind: documentKindSchema,
    revision: z.string().optional(),
    /** When it was uploaded, in days before the day of seeding. */
    daysAgo: z.number().default(0),
    /** The year that it is about, which `{year}` stands for; it was uploaded in March after it, at this hour. */
    yearsAgo: z.number().optional(),
    hour: z.number().default(9),
    validDaysAgo: z.number().optional(),
    sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
  }),
);
const TEXTS = readFileSync(join(import.meta.dirname, '../texts/documents.json'), 'utf8');

/** The demo documents as of a day: reports of the last years, and the working papers of customers. */
export function demoDocuments(today: Date): readonly DemoDocument[] {
  const daysBefore = (days: number) => new Date(today.getTime() - days * DAY_MS);
  return textsSchema
    .parse(JSON.parse(TEXTS))
    .map(({ daysAgo, yearsAgo, hour, validDaysAgo, revision, title, fileName, sections, ...document }) => {
      const year = yearsAgo === undefined ? undefined : today.getUTCFullYear() - yearsAgo;
      const dated = (text: string) => text.replaceAll('{year}', String(year));
      return {
        ...document,
        title: dated(title),
        fileName: dated(fileName),
        sections: sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: paragraphs.map(dated) })),
        date: year === undefined ? daysBefore(daysAgo) : new Date(Date.UTC(year + 1, 2, 14, hour)),
        ...(year !== undefined && { year }),
        ...(revision !== undefined && { revision }),
        ...(validDaysAgo !== undefined && { validFrom: daysBefore(validDaysAgo).toISOString().slice(0, 10) }),
      };
    });
}
