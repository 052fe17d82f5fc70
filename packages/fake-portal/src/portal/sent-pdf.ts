import type { z } from 'zod';
import { check } from './input.ts';
import { invalidFields, Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const MEGABYTE = 1024 * 1024;

/** Returns the PDF of a form, with its other fields. Throws as the service does. */
export async function sentPdf<Fields>(
  portal: FakePortal,
  request: Request,
  fields: z.ZodType<Fields>,
): Promise<{ readonly file: File; readonly text: string; readonly fields: Fields }> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data'))
    throw new Refusal('unsupported-media-type', 'Send the file as multipart/form-data.');
  const { file, ...given } = Object.fromEntries(await request.formData());
  const checked = check(fields, given, 'body');
  if (!(file instanceof File)) throw invalidFields([{ path: 'body.file', message: 'choose a file' }]);
  const { maxUploadBytes } = portal.data;
  if (file.size > maxUploadBytes)
    throw new Refusal(
      'too-large',
      `The file is larger than ${Math.round((maxUploadBytes / MEGABYTE) * 100) / 100} MB.`,
    );
  if (file.size === 0) throw invalidFields([{ path: 'body.file', message: 'the file is empty' }]);
  const text = await file.text();
  if (!text.startsWith('%PDF-'))
    throw new Refusal('unsupported-media-type', 'Only PDF files are accepted, and this is not one.');
  return { file, text, fields: checked };
}
