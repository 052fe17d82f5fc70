import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { Request, Response } from 'express';
import express from 'express';
import { ApiError } from '../calls/problem.ts';

const MAX_BYTES = 64 * 1024;
const parser = express.urlencoded({ extended: false, limit: MAX_BYTES, parameterLimit: 20 });

/** Returns the fields of a form that a browser sends without scripts. Throws 415 for another content type. */
export async function readPlainForm(req: Request, res: Response): Promise<Readonly<Record<string, unknown>>> {
  if (!req.is('application/x-www-form-urlencoded')) {
    throw new ApiError(415, 'unsupported-media-type', 'Send the form as application/x-www-form-urlencoded.');
  }
  await new Promise<void>((resolve, reject) => {
    parser(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  const { body } = req;
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** Returns the portal's page that a form was sent from; undefined for another origin. */
export function pageOf(req: Request, publicUrl: string): URL | undefined {
  const referrer = req.get('referer');
  if (referrer === undefined || !URL.canParse(referrer)) return undefined;
  const page = new URL(referrer);
  return page.origin === publicUrl ? page : undefined;
}

/**
 * Redirects the browser to an element of a page, by default of `home`. Drops the query, where a used token may be. By 307 the
 * form goes along.
 */
export function redirectToPage(
  res: Response,
  publicUrl: string,
  page: URL | undefined,
  home: string,
  elementId: string,
  status: 303 | 307 = 303,
): void {
  const target = new URL(publicUrl);
  target.pathname = page?.pathname ?? home;
  target.hash = elementId;
  res.status(status).setHeader('Location', target.href).end();
}

/** How many bytes a form may hold besides its file. */
export const FORM_BYTES = 64 * 1024;
/** How long an upload may send no byte before it is ended, in ms. */
export const STALL_MS = 45_000;
/** How long an upload may take in all, in ms. */
export const UPLOAD_TIMEOUT_MS = 15 * 60_000;

const LIMITS = { files: 1, fields: 8, parts: 10, fieldSize: FORM_BYTES, headerPairs: 20, headerSize: 8 * 1024 };

/** The request of a form, or a test's substitute. */
export type FormRequest = Readable & Pick<IncomingMessage, 'headers' | 'complete'>;

/** Called with the parts of a form as they arrive. A thrown error ends the reading. */
export interface FormListener {
  field(name: string, value: string, isCut: boolean): void;
  /** `fileName` is undefined when the client sends none. `bytes` fail when the reading is stopped. */
  file(name: string, bytes: Readable, fileName: string | undefined): void;
  /** Called when the form has too many parts. */
  tooMany(): void;
}

/** A form that is being read. */
export interface FormReading {
  /** Resolves at the end of the form; rejects with the first error, the connection's included. */
  readonly finished: Promise<void>;
  /** Stops reading: `finished` and the file fail with this reason, the rest of the request is discarded. */
  stop(reason: unknown): void;
}

const notMultipart = (cause?: unknown) =>
  new ApiError(415, 'unsupported-media-type', 'Send the file as multipart/form-data.', { cause });
const malformed = (cause: unknown) => new ApiError(400, 'bad-request', 'The form cannot be read.', { cause });
const cutOff = (cause?: unknown) => new ApiError(400, 'bad-request', 'The upload was cut off.', { cause });
/** Returns 408 for an upload that was ended for its slowness. */
export const tooSlow = (detail: string) =>
  new ApiError(408, 'request-timeout', detail, { headers: { Connection: 'close' } });
/** Returns 408 for a stalled upload. */
export const stalled = () => tooSlow('The upload timed out: it stopped for too long. Try again.');
/** Returns 408 for an upload that took longer than `UPLOAD_TIMEOUT_MS`. */
export const tookTooLong = () =>
  tooSlow('The upload took longer than 15 minutes, and was ended. Send it over a faster line, or a smaller file.');

function parserOf(req: FormRequest) {
  const contentType = req.headers['content-type'];
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) throw notMultipart();
  try {
    return new Busboy({
      headers: { ...req.headers, 'content-type': contentType },
      // One piece at a time, so that errors are thrown in here.
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

/** Reads a form as fast as its file is consumed. Throws 415 for another content type. */
export function readForm(req: FormRequest, listener: FormListener): FormReading {
  if (req.destroyed) throw cutOff();
  const parser = parserOf(req);
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  let isStopped = false;
  let file: Readable | undefined;
  let stallTimer: NodeJS.Timeout | undefined;
  const deadline = setTimeout(() => reject(tookTooLong()), UPLOAD_TIMEOUT_MS);
  deadline.unref();

  function attempt(work: () => void, refusal = (error: unknown) => error): void {
    try {
      work();
    } catch (error) {
      reject(refusal(error));
    }
  }

  function next(): void {
    if (isStopped) return;
    clearTimeout(stallTimer);
    stallTimer = setTimeout(() => reject(stalled()), STALL_MS);
    stallTimer.unref();
    req.resume();
  }

  function feed(piece: Buffer): void {
    clearTimeout(stallTimer);
    req.pause();
    attempt(() => parser.write(piece, next), malformed);
  }

  function end(): void {
    clearTimeout(stallTimer);
    attempt(() => parser.end(), malformed);
  }

  parser.on('field', (name: string | undefined, value, _nameIsCut, isCut) => {
    attempt(() => listener.field(name ?? '', value, isCut));
  });
  parser.on('file', (name: string | undefined, bytes, fileName: string | undefined) => {
    file = bytes;
    // It may fail before it is read; an unhandled error would end the process.
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
    clearTimeout(stallTimer);
    if (!req.complete) reject(cutOff());
  });
  req.on('data', feed);
  req.once('end', end);
  next();
  // Avoids an unhandled rejection before the caller awaits it, too.
  finished.catch(() => undefined).finally(() => clearTimeout(deadline));

  return {
    finished,
    stop: (reason) => {
      isStopped = true;
      clearTimeout(stallTimer);
      reject(reason);
      req.off('data', feed);
      req.off('end', end);
      file?.destroy(reason instanceof Error ? reason : new Error(String(reason)));
      req.resume();
    },
  };
}
