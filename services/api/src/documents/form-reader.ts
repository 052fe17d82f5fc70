import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { ApiError } from '../http/problem.ts';

/** How much a form may hold besides its file. */
export const FORM_BYTES = 64 * 1024;
/** How long an upload may stand still: it is ended when the client sends no byte for so long, and lives as long as it does. */
export const STALL_MS = 45_000;

const LIMITS = { files: 1, fields: 3, parts: 10, fieldSize: FORM_BYTES, headerPairs: 20, headerSize: 8 * 1024 };

/** The request that a form comes in, or what a test has in its place. */
export type FormRequest = Readable & Pick<IncomingMessage, 'headers' | 'complete'>;

/** What a form holds, told as it arrives. What a listener throws ends the reading. */
export interface FormListener {
  field(name: string, value: string, isCut: boolean): void;
  /** `fileName` is undefined when the client names none. The bytes fail when the reading is stopped. */
  file(name: string, bytes: Readable, fileName: string | undefined): void;
  /** There are more parts than a form of ours has. */
  tooMany(): void;
}

/** A form that is being read. */
export interface FormReading {
  /** Resolves when the form was read to its end; rejects at the first thing that is wrong, the connection included. */
  readonly finished: Promise<void>;
  /** Reads no further: `finished` and a file under way fail with this reason, and the rest of the request is thrown away. */
  stop(reason: unknown): void;
}

const notMultipart = (cause?: unknown) =>
  new ApiError(415, 'unsupported-media-type', 'Send the document as multipart/form-data.', { cause });
const malformed = (cause: unknown) => new ApiError(400, 'bad-request', 'The form cannot be read.', { cause });
const cutOff = (cause?: unknown) => new ApiError(400, 'bad-request', 'The upload was cut off.', { cause });
const stalled = () =>
  new ApiError(408, 'request-timeout', 'The upload stood still for too long, and was ended.', {
    headers: { Connection: 'close' },
  });

function parserOf(req: FormRequest) {
  const contentType = req.headers['content-type'];
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) throw notMultipart();
  try {
    return new Busboy({
      headers: { ...req.headers, 'content-type': contentType },
      // A piece is done with before the next one is taken, so that whatever is thrown is thrown in here.
      highWaterMark: 1,
      fileHwm: 512 * 1024,
      preservePath: true,
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
      limits: LIMITS,
    });
  } catch (error) {
    throw notMultipart(error);
  }
}

/** Reads a form piece by piece, as fast as its file is taken. Throws 415 for what is no form. */
export function readForm(req: FormRequest, listener: FormListener, stallMs = STALL_MS): FormReading {
  if (req.destroyed) throw cutOff();
  const parser = parserOf(req);
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  // Told to whoever waits for it; until then nobody listens.
  finished.catch(() => undefined);
  let isStopped = false;
  let file: Readable | undefined;
  let patience: NodeJS.Timeout | undefined;

  function attempt(work: () => void, refusal = (error: unknown) => error): void {
    try {
      work();
    } catch (error) {
      reject(refusal(error));
    }
  }

  function goOn(): void {
    if (isStopped) return;
    clearTimeout(patience);
    patience = setTimeout(() => reject(stalled()), stallMs);
    patience.unref();
    req.resume();
  }

  function feed(piece: Buffer): void {
    clearTimeout(patience);
    req.pause();
    attempt(() => parser.write(piece, goOn), malformed);
  }

  function end(): void {
    clearTimeout(patience);
    attempt(() => parser.end(), malformed);
  }

  parser.on('field', (name: string | undefined, value, _nameIsCut, isCut) => {
    attempt(() => listener.field(name ?? '', value, isCut));
  });
  parser.on('file', (name: string | undefined, bytes, fileName: string | undefined) => {
    file = bytes;
    // Its reader may come later than its failure, which would then end the process.
    bytes.on('error', () => undefined);
    attempt(() => listener.file(name ?? '', bytes, fileName));
  });
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => attempt(listener.tooMany));
  }
  parser.on('error', (error) => reject(malformed(error)));
  parser.once('finish', resolve);

  req.on('error', (error) => reject(cutOff(error)));
  req.once('close', () => {
    clearTimeout(patience);
    if (!req.complete) reject(cutOff());
  });
  req.on('data', feed);
  req.once('end', end);
  goOn();

  return {
    finished,
    stop: (reason) => {
      isStopped = true;
      clearTimeout(patience);
      reject(reason);
      req.off('data', feed);
      req.off('end', end);
      file?.destroy(reason instanceof Error ? reason : new Error(String(reason)));
      req.resume();
    },
  };
}
