import { documentContentFormSchema, documentFormSchema, type FieldProblem } from '@cytocomm/contract';
import { liftBodyDeadline } from '@cytocomm/runtime';
import type { Request } from 'express';
import type { z } from 'zod';
import { ApiError, invalidFields } from '../../platform/calls/problem.ts';
import { FORM_BYTES, type FormReading, readForm } from '../../platform/http/form-reader.ts';
import type { FileStore, PendingFile } from '../../platform/storage/file-store.ts';
import { storedVisibility } from './access.ts';
import { detailsOf, type NewDocument } from './document-record.ts';
import type { NewFile } from './versions.ts';

const MAX_LENGTH = 150;
const FALLBACK = 'document.pdf';

/** Characters that hide, reorder or break text. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The three characters that browsers escape in a form's file name. */
const FORM_ESCAPES: Readonly<Record<string, string>> = { '%22': '"', '%0D': '', '%0A': '' };

/** Returns a name of at most 150 characters with its extension. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_LENGTH) return name;
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, MAX_LENGTH - ending.length).join('') + ending;
}

/** Returns a client's file name without folders and control characters, never empty or hidden. */
export function plainFileName(clientName: string | undefined): string {
  const name = (clientName ?? '')
    .toWellFormed()
    .replace(/%22|%0D|%0A/gi, (escaped) => FORM_ESCAPES[escaped.toUpperCase()] ?? '')
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .split(/[/\\]/)
    .at(-1)
    ?.trim()
    .replace(/^\.+/, '')
    .trim();
  return name === undefined || name === '' ? FALLBACK : shortened(name);
}

/** Returns the name for a download, with the extension of a PDF. */
export function downloadName(name: string): string {
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}

/** The form fields that come with a file. */
interface UploadFields<Fields> {
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  /** Parses the fields. Throws 400. */
  read(fields: ReadonlyMap<string, string>): Fields;
}

/** Returns the problems of a field. */
function problemsOfField(field: string, result: z.ZodSafeParseResult<unknown>): readonly FieldProblem[] {
  return (result.error?.issues ?? []).map(({ message }) => ({ path: `body.${field}`, message }));
}

const newDocumentSchema = documentFormSchema.omit({ file: true });
const replacementSchema = documentContentFormSchema.omit({ file: true });

/** The fields of a new document. */
export const uploadFields: UploadFields<Omit<NewDocument, 'name'>> = {
  schemas: newDocumentSchema.shape,
  read: (fields) => {
    const read = newDocumentSchema.safeParse({ title: '', ...Object.fromEntries(fields) });
    if (read.success) {
      const { title, visibility, notify, groups = [], ...details } = read.data;
      // Throws before the file is stored.
      storedVisibility(visibility, groups);
      return { title, visibility, groups, notify: notify === 'true', ...detailsOf(details) };
    }
    throw invalidFields(read.error.issues.map(({ path, message }) => ({ path: `body.${path.join('.')}`, message })));
  },
};

/** The fields of a replacement. */
export const replacementFields: UploadFields<Omit<NewFile, 'name'>> = {
  schemas: replacementSchema.shape,
  read: (fields) => {
    const { notify, ...details } = replacementSchema.parse(Object.fromEntries(fields));
    return { notify: notify === 'true', ...detailsOf(details) };
  },
};

/** A stored upload that no record owns yet. */
export type ReceivedUpload<Fields> = Fields & { readonly name: string; readonly file: PendingFile };

/** The mark of a PDF. Scanners and printers write bytes before it, so readers look for it in the first 1024. */
const PDF_MARK = '%PDF-';
const HEAD_BYTES = 1024 + PDF_MARK.length - 1;

const notPdf = () => new ApiError(415, 'unsupported-media-type', 'Only PDF files are accepted, and this is not one.');
const invalidField = (field: string, message: string) =>
  invalidFields([{ path: `body.${field.slice(0, 50)}`, message }]);

function tooLarge(maxBytes: number): ApiError {
  const megabytes = Math.round((maxBytes / 1024 / 1024) * 100) / 100;
  return new ApiError(413, 'too-large', `The file is larger than ${megabytes} MB.`);
}

/** Creates an inspector that refuses a file as soon as it is too large or no PDF. */
function inspector(maxBytes: number) {
  let head = Buffer.alloc(0);
  let isPdf = false;
  return {
    inspect: async (piece: Buffer, bytesBefore: number): Promise<void> => {
      if (bytesBefore + piece.length > maxBytes) throw tooLarge(maxBytes);
      if (isPdf) return;
      head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
      isPdf = head.includes(PDF_MARK);
      if (!isPdf && head.length === HEAD_BYTES) throw notPdf();
    },
    /** Called at the end; an empty file has its own message. */
    assertComplete: (): void => {
      if (head.length === 0) throw invalidField('file', 'the file is empty');
      if (!isPdf) throw notPdf();
    },
  };
}

/** The call of an upload. */
interface UploadCall {
  readonly req: Request;
  readonly admitAgain: () => Promise<unknown>;
}

/**
 * Streams an upload into the store, then checks again that it is allowed. A failed upload leaves nothing there; files that
 * cannot be removed while the database is down are swept later.
 */
export async function receiveUpload<Fields>(
  { req, admitAgain }: UploadCall,
  files: FileStore,
  maxBytes: number,
  form: UploadFields<Fields>,
): Promise<ReceivedUpload<Fields>> {
  let reading: FormReading | undefined;
  let pending: Promise<PendingFile> | undefined;
  const fields = new Map<string, string>();
  let name = '';
  try {
    if (Number(req.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw tooLarge(maxBytes);
    // The form reader has its own deadlines.
    liftBodyDeadline(req);
    const formReading = readForm(req, {
      field: (field, value, isCut) => {
        if (fields.has(field)) throw invalidField(field, 'only once');
        if (isCut) throw invalidField(field, 'is too long');
        fields.set(field, value);
        // Reported before the file is sent, if the fields come first.
        const problems = problemsOf(form, field, value);
        if (problems.length > 0) throw invalidFields(problems);
      },
      file: (field, bytes, fileName) => {
        if (field !== 'file') throw invalidField(field, 'is not known here');
        name = plainFileName(fileName);
        pending = store(files, bytes, name, fileName !== '', maxBytes);
        pending.catch(formReading.stop);
      },
      tooMany: () => {
        throw invalidField('file', `send ${Object.keys(form.schemas).join(', ')} and one file, nothing else`);
      },
    });
    reading = formReading;
    await formReading.finished;
    const input = form.read(fields);
    if (pending === undefined) throw invalidField('file', 'choose a file');
    const file = await pending;
    await admitAgain();
    return { ...input, name, file };
  } catch (error) {
    reading?.stop(error);
    const stored = await pending?.catch(() => undefined);
    await stored?.discard();
    throw error;
  }
}

async function store(
  files: FileStore,
  bytes: AsyncIterable<Buffer>,
  name: string,
  isChosen: boolean,
  maxBytes: number,
): Promise<PendingFile> {
  const { inspect, assertComplete } = inspector(maxBytes);
  const file = await files.write(bytes, { name, inspect });
  try {
    if (!isChosen && file.length === 0) throw invalidField('file', 'choose a file');
    assertComplete();
    return file;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

function problemsOf({ schemas }: UploadFields<unknown>, field: string, value: string): readonly FieldProblem[] {
  const schema = Object.hasOwn(schemas, field) ? schemas[field] : undefined;
  if (schema !== undefined) return problemsOfField(field, schema.safeParse(value));
  const message = field === 'file' ? 'send it as a file, with a file name' : 'is not known here';
  return [{ path: `body.${field.slice(0, 50)}`, message }];
}
