import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Core, createDocuments, createFileStore, type DocumentDetails, detailsOf } from '@cytocomm/api/seeding';
import { documentKindSchema, type Visibility, visibilitySchema } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { z } from 'zod';
import { type PdfText, writePdf } from './pdf.ts';

/** Returns the id of a demo record: always the same, so that a second run finds it. */
export function demoId(name: string): Types.ObjectId {
  return Types.ObjectId.createFromHexString(createHash('sha256').update(`demo ${name}`).digest('hex').slice(0, 24));
}

/** A demo document before it is written as a PDF. */
export interface DemoDocument extends Omit<PdfText, 'author'>, DocumentDetails {
  /** Identifies the record; its title changes from year to year. */
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

const AUTHOR = 'admin@cytocomm.example';

/** How many bytes are stored between two renewals of the upload. */
const PIECE_BYTES = 1024 * 1024;

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Adds those of the documents that are missing, with their files. Returns how many. */
export async function seedDocuments(core: Core, demos: readonly DemoDocument[]): Promise<number> {
  const files = createFileStore(core.database);
  const documents = createDocuments(core, files);
  let added = 0;
  for (const { key, fileName: name, visibility, date: uploadedAt, ...text } of demos) {
    const isNew = await documents.addOnce(
      {
        ...{ _id: demoId(`document ${key}`), title: text.title, visibility, name, uploadedAt, uploadedBy: AUTHOR },
        ...detailsOf(text),
      },
      () => {
        const pdf = writePdf({ ...text, date: uploadedAt, author: 'Cytocomm' });
        return files.write(pieces(pdf), { name, inspect: () => undefined });
      },
    );
    if (isNew) added += 1;
  }
  return added;
}
