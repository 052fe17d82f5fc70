import { documentTitleSchema, type FieldProblem, uploadNoticeSchema, visibilitySchema } from '@cytocomm/contract';
import { liftBodyDeadline } from '@cytocomm/listener';
import type { Request } from 'express';
import { fileTypeFromBuffer } from 'file-type';
import type { z } from 'zod';
import { ApiError, invalidFields } from '../http/problem.ts';
import type { FileStore, PendingFile } from '../storage/file-store.ts';
import { plainFileName } from './file-name.ts';
import { FORM_BYTES, type FormReading, readForm } from './form-reader.ts';
import type { NewDocument } from './service.ts';

/** A complete upload, stored but not yet owned by a record. */
export interface ReceivedUpload extends NewDocument {
  readonly file: PendingFile;
}

/** How many bytes file-type looks at. */
const HEAD_BYTES = 4100;

const notPdf = () => new ApiError(415, 'unsupported-media-type', 'Only PDF files are accepted; this is none.');
const refused = (field: string, message: string) => invalidFields([{ path: `body.${field.slice(0, 50)}`, message }]);

function tooLarge(maxBytes: number): ApiError {
  const megabytes = Math.round((maxBytes / 1024 / 1024) * 100) / 100;
  return new ApiError(413, 'too-large', `The file is larger than ${megabytes} MB.`);
}

/** Watches a file go by: refuses it as soon as it is too large, or its first bytes are not those of a PDF. */
function inspector(maxBytes: number) {
  let head = Buffer.alloc(0);
  let known = false;
  return {
    inspect: async (piece: Buffer, bytesBefore: number): Promise<void> => {
      if (bytesBefore + piece.length > maxBytes) throw tooLarge(maxBytes);
      if (known) return;
      head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
      if (head.length < 5) return;
      if ((await fileTypeFromBuffer(head))?.mime !== 'application/pdf') throw notPdf();
      known = true;
    },
    /** Told at the end: an empty file is no PDF either, but deserves its own words. */
    assertComplete: (): void => {
      if (head.length === 0) throw refused('file', 'the file is empty');
      if (!known) throw notPdf();
    },
  };
}

/**
 * Takes a document in: the file goes into the store as it arrives, never whole into memory. Whatever fails, the connection
 * included, leaves nothing in the store; what cannot be removed at once, because the database is away, the sweeper removes.
 */
export async function receiveUpload(req: Request, files: FileStore, maxBytes: number): Promise<ReceivedUpload> {
  let reading: FormReading | undefined;
  let pending: Promise<PendingFile> | undefined;
  const fields = new Map<string, string>();
  let name = '';
  try {
    if (Number(req.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw tooLarge(maxBytes);
    // As long as it needs: the form's reader sees to it that bytes keep coming.
    liftBodyDeadline(req);
    const form = readForm(req, {
      field: (field, value, isCut) => {
        if (fields.has(field)) throw refused(field, 'only once');
        if (isCut) throw refused(field, 'is too long');
        fields.set(field, value);
        // A mistake shows before the file is sent, if the fields come first.
        const problems = problemsOfField(field, value);
        if (problems.length > 0) throw invalidFields(problems);
      },
      file: (field, bytes, fileName) => {
        if (field !== 'file') throw refused(field, 'is not known here');
        name = plainFileName(fileName);
        pending = store(files, bytes, name, fileName !== '', maxBytes);
        pending.catch(form.stop);
      },
      tooMany: () => {
        throw refused('file', 'send title, visibility, notify and one file, nothing else');
      },
    });
    reading = form;
    await form.finished;
    const given = readFields(fields);
    if (pending === undefined) throw refused('file', 'choose a file');
    return { ...given, name, file: await pending };
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
    if (!isChosen && file.length === 0) throw refused('file', 'choose a file');
    assertComplete();
    return file;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

const FIELDS = { title: documentTitleSchema, visibility: visibilitySchema, notify: uploadNoticeSchema };

function problemsOf(field: string, result: z.ZodSafeParseResult<unknown>): readonly FieldProblem[] {
  return (result.error?.issues ?? []).map(({ message }) => ({ path: `body.${field}`, message }));
}

function problemsOfField(field: string, value: string): readonly FieldProblem[] {
  if (field === 'title' || field === 'visibility' || field === 'notify')
    return problemsOf(field, FIELDS[field].safeParse(value));
  const message = field === 'file' ? 'send it as a file, with a file name' : 'is not known here';
  return [{ path: `body.${field.slice(0, 50)}`, message }];
}

function readFields(fields: ReadonlyMap<string, string>): Omit<NewDocument, 'name'> {
  const title = FIELDS.title.safeParse(fields.get('title') ?? '');
  const visibility = FIELDS.visibility.safeParse(fields.get('visibility'));
  const notify = FIELDS.notify.safeParse(fields.get('notify') ?? 'false');
  if (title.success && visibility.success && notify.success)
    return { title: title.data, visibility: visibility.data, notify: notify.data === 'true' };
  throw invalidFields([
    ...problemsOf('title', title),
    ...problemsOf('visibility', visibility),
    ...problemsOf('notify', notify),
  ]);
}
