import { documentContentFormSchema, documentFormSchema, type FieldProblem } from '@cytocomm/contract';
import type { z } from 'zod';
import { invalidFields } from '../../platform/calls/problem.ts';
import { storedVisibility } from './access.ts';
import { detailsOf } from './document-details.ts';
import type { NewDocument } from './document-record.ts';
import type { NewFile } from './versions.ts';

/** The fields of a form that come with its file. */
export interface UploadFields<Fields> {
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  /** Returns what they say. Throws 400. */
  read(fields: ReadonlyMap<string, string>): Fields;
}

/** Returns what is wrong with a field, as a refusal names it. */
export function problemsOfField(field: string, result: z.ZodSafeParseResult<unknown>): readonly FieldProblem[] {
  return (result.error?.issues ?? []).map(({ message }) => ({ path: `body.${field}`, message }));
}

const newDocumentSchema = documentFormSchema.omit({ file: true });
const replacementSchema = documentContentFormSchema.omit({ file: true });

/** Those of a new document. */
export const uploadFields: UploadFields<Omit<NewDocument, 'name'>> = {
  schemas: newDocumentSchema.shape,
  read: (fields) => {
    const read = newDocumentSchema.safeParse({ title: '', ...Object.fromEntries(fields) });
    if (read.success) {
      const { title, visibility, notify, groups = [], ...details } = read.data;
      // Refused before the file is stored for good.
      storedVisibility(visibility, groups);
      return { title, visibility, groups, notify: notify === 'true', ...detailsOf(details) };
    }
    throw invalidFields(read.error.issues.map(({ path, message }) => ({ path: `body.${path.join('.')}`, message })));
  },
};

/** Those of a file that takes the place of another. */
export const replacementFields: UploadFields<Omit<NewFile, 'name'>> = {
  schemas: replacementSchema.shape,
  read: (fields) => {
    const { notify, ...details } = replacementSchema.parse(Object.fromEntries(fields));
    return { notify: notify === 'true', ...detailsOf(details) };
  },
};
