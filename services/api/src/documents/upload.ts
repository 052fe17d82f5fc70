import { documentTitleSchema, type FieldProblem, type Visibility, visibilitySchema } from '@cytocomm/contract';
import busboy from 'busboy';
import type { Request, Response } from 'express';
import { fileTypeFromBuffer } from 'file-type';
import type { z } from 'zod';
import { ApiError, invalidFields } from '../http/problem.ts';
import type { FileStore, PendingFile } from '../storage/file-store.ts';
import { plainFileName } from './file-name.ts';
import type { NewDocument } from './service.ts';

/** A complete upload, stored but not yet owned by a record. */
export interface ReceivedUpload extends NewDocument {
  readonly file: PendingFile;
}

/** How much a form may hold besides its file. */
const FORM_BYTES = 64 * 1024;
/** How many bytes file-type looks at. */
const HEAD_BYTES = 4100;

const notMultipart = (cause?: unknown) =>
  new ApiError(415, 'unsupported-media-type', 'Send the document as multipart/form-data.', { cause });
const notPdf = () => new ApiError(415, 'unsupported-media-type', 'Only PDF files are accepted; this is none.');
const cutOff = (cause?: unknown) => new ApiError(400, 'bad-request', 'The upload was cut off.', { cause });
const malformed = (cause: unknown) => new ApiError(400, 'bad-request', 'The form cannot be read.', { cause });
const refused = (field: string, message: string) => invalidFields([{ path: `body.${field}`, message }]);

function tooLarge(maxBytes: number): ApiError {
  const megabytes = Math.round((maxBytes / 1024 / 1024) * 100) / 100;
  return new ApiError(413, 'too-large', `The file is larger than ${megabytes} MB.`);
}

function parserOf(req: Request) {
  try {
    return busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      highWaterMark: 256 * 1024,
      fileHwm: 512 * 1024,
      limits: { files: 1, fields: 2, parts: 10, fieldSize: FORM_BYTES, fieldNameSize: 100, headerPairs: 20 },
    });
  } catch (error) {
    throw notMultipart(error);
  }
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

/** A promise that the first refusal rejects. */
function firstRefusal() {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  return { promise, refuse: reject };
}

/**
 * Takes a document in: the file goes into the store as it arrives, never whole into memory. Whatever fails, the connection
 * included, leaves nothing in the store.
 *
 * After a refusal the rest of the request is read and thrown away: many clients look at the answer only after they have
 * sent everything, and a connection that is closed with unread data loses the answer.
 */
export async function receiveUpload(
  req: Request,
  res: Response,
  files: FileStore,
  maxBytes: number,
): Promise<ReceivedUpload> {
  let pending: Promise<PendingFile> | undefined;
  try {
    if (req.destroyed) throw cutOff();
    if (Number(req.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw tooLarge(maxBytes);
    const parser = parserOf(req);
    const { promise: refusal, refuse } = firstRefusal();
    const fields = new Map<string, string>();
    let name = '';

    parser.on('file', (field, stream, info) => {
      const { inspect, assertComplete } = inspector(maxBytes);
      name = plainFileName(info.filename);
      const write = async (): Promise<PendingFile> => {
        if (field !== 'file') throw refused(field.slice(0, 50), 'is not known here');
        const file = await files.write(stream, { name, inspect });
        try {
          if (info.filename === undefined && file.length === 0) throw refused('file', 'choose a file');
          assertComplete();
        } catch (error) {
          await file.discard();
          throw error;
        }
        return file;
      };
      pending = write();
      pending.catch(refuse);
    });
    parser.on('field', (field, value, { valueTruncated }) => {
      if (fields.has(field)) refuse(refused(field, 'only once'));
      else if (valueTruncated) refuse(refused(field, 'is too long'));
      else fields.set(field, value);
      // A mistake shows before the file is sent, if the fields come first.
      for (const problem of problemsOfField(field, value)) refuse(invalidFields([problem]));
    });
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
      parser.on(limit, () => refuse(refused('file', 'send title, visibility and one file, nothing else')));
    }
    parser.on('error', (error) => refuse(malformed(error)));
    req.once('error', (error) => refuse(cutOff(error)));
    req.once('close', () => {
      if (!req.complete) refuse(cutOff());
    });

    const parsed = new Promise<void>((resolve) => parser.once('close', resolve));
    req.pipe(parser);
    try {
      await Promise.race([refusal, parsed.then(() => pending)]);
      const given = readFields(fields);
      if (pending === undefined) throw refused('file', 'choose a file');
      return { ...given, name, file: await pending };
    } catch (error) {
      req.unpipe(parser);
      // Ends the file as well, if it is still being written.
      parser.destroy(error instanceof Error ? error : undefined);
      const stored = await pending?.catch(() => undefined);
      await stored?.discard();
      throw error;
    }
  } catch (error) {
    req.resume();
    // Keeps the connection until the client has sent everything and read the answer, also when it asked to close it then.
    res.shouldKeepAlive = true;
    throw error;
  }
}

const FIELDS = { title: documentTitleSchema, visibility: visibilitySchema };

function problemsOf(field: string, result: z.ZodSafeParseResult<unknown>): readonly FieldProblem[] {
  return (result.error?.issues ?? []).map(({ message }) => ({ path: `body.${field}`, message }));
}

function problemsOfField(field: string, value: string): readonly FieldProblem[] {
  if (field === 'title' || field === 'visibility') return problemsOf(field, FIELDS[field].safeParse(value));
  return [{ path: `body.${field.slice(0, 50)}`, message: 'is not known here' }];
}

function readFields(fields: ReadonlyMap<string, string>): { title: string; visibility: Visibility } {
  const title = FIELDS.title.safeParse(fields.get('title') ?? '');
  const visibility = FIELDS.visibility.safeParse(fields.get('visibility'));
  if (title.success && visibility.success) return { title: title.data, visibility: visibility.data };
  throw invalidFields([...problemsOf('title', title), ...problemsOf('visibility', visibility)]);
}
