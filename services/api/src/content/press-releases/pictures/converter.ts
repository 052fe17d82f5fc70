import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, PICTURE_WIDTHS } from '@cytocomm/contract';
import { fileTypeFromBuffer } from 'file-type';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ApiError, invalidFields, serviceUnavailable } from '../../../platform/calls/problem.ts';
import { withTimeout } from '../../../platform/database/clock.ts';

const FIELD = 'body.file';
const MEGABYTES = MAX_PICTURE_BYTES / 1024 / 1024;
const TYPES: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);

function refusedFile(status: 413 | 415, code: 'too-large' | 'unsupported-media-type', message: string): ApiError {
  return new ApiError(status, code, message, { errors: [{ path: FIELD, message }] });
}

/** Returns the 400 of a picture that is refused. */
export const invalidPicture = (message: string): ApiError => invalidFields([{ path: FIELD, message }]);

/** Returns the 413 of a file that is too large. */
export const pictureTooLarge = (): ApiError =>
  refusedFile(413, 'too-large', `The picture is larger than ${MEGABYTES} MB. Save it smaller, and choose it again.`);

/** Throws 415 for anything but a JPEG, PNG or WebP picture, by its content; 400 for an empty file. */
export async function assertPicture(bytes: Buffer): Promise<void> {
  if (bytes.length === 0) throw invalidPicture('the file is empty');
  const type = await fileTypeFromBuffer(bytes);
  if (type !== undefined && TYPES.has(type.mime)) return;
  const what = type === undefined ? 'none of them' : `of the type ${type.mime}`;
  throw refusedFile(
    415,
    'unsupported-media-type',
    `Only JPEG, PNG and WebP pictures are accepted; this file is ${what}. Save it as one of them, and choose it again.`,
  );
}

/** The limits passed to the converting process. */
export interface Bounds {
  /** Maximum side, in pixels. */
  readonly side: number;
  /** Maximum pixels; half of them with 16 bits per color. */
  readonly pixels: number;
  /** Larger pictures are scaled down to this. */
  readonly largest: { readonly width: number; readonly height: number };
  /** Widths of the smaller forms. */
  readonly widths: readonly number[];
}

/** The first line of output, as JSON; the bytes of the forms follow. */
const convertedSchema = z.union([
  z.strictObject({
    width: z.number().int().min(1),
    height: z.number().int().min(1),
    forms: z
      .array(
        z.strictObject({
          width: z.number().int().min(1),
          format: z.enum(['avif', 'webp', 'jpeg']),
          bytes: z.number().int().min(1),
        }),
      )
      .min(1)
      .max(20),
  }),
  z.strictObject({ refused: z.string().max(300) }),
]);
/** The first line of output of the converting process. */
export type Converted = z.infer<typeof convertedSchema>;

/** Maximum time to wait for others and convert, in ms, below the 25 s of the edge. */
const CONVERSION_MS = 20_000;
/** Maximum size of all forms of a picture. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const BOUNDS: Bounds = {
  side: MAX_PICTURE_SIDE,
  pixels: MAX_PICTURE_PIXELS,
  largest: { width: Math.max(...PICTURE_WIDTHS), height: 4800 },
  widths: PICTURE_WIDTHS,
};
/** Length of the logged stderr, in characters. */
const MAX_STDERR_LENGTH = 1000;
const PROGRAM = join(import.meta.dirname, 'convert.ts');

/** A picture in its forms. */
interface ConvertedPicture {
  readonly width: number;
  readonly height: number;
  readonly forms: readonly {
    readonly width: number;
    readonly format: 'avif' | 'webp' | 'jpeg';
    readonly bytes: Buffer;
  }[];
}

/** Converts pictures, one at a time. */
export interface Converter {
  /**
   * Converts a file. Throws 400 if it is unreadable or too large, 503 after the timeout or if the program cannot run, and the
   * reason of an aborted `signal`.
   */
  convert(file: Buffer, signal: AbortSignal): Promise<ConvertedPicture>;
}

const tooSlow = () =>
  serviceUnavailable('The picture could not be converted in time. Try again, or save it with fewer pixels.');
const waitedTooLong = () =>
  serviceUnavailable('Other pictures were converted first, and this one waited too long. Try again in a moment.');
const broken = () =>
  serviceUnavailable(
    'The picture could not be converted. Try again soon; if that does not help, contact the operator of the portal.',
  );
const tooMuch = () =>
  invalidPicture('takes too much room in its forms; save it with fewer pixels, and choose it again');
const damaged = () => invalidPicture('cannot be read: it is damaged; save it again, and choose it again');

/** How the program ended. */
interface Ending {
  readonly output: Buffer;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it was ended because of too much output. */
  readonly isTooMuch: boolean;
  /** The end of its stderr. */
  readonly stderr: string;
}

/** Signals of a decoder that a file crashed; any other end is a fault of the machine. */
const DECODER_BROKE: readonly (NodeJS.Signals | null)[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT'];

/** Starts the converting process. */
const start = (program: string) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(BOUNDS)], {
    // No settings, which hold secrets. Few arenas make glibc keep less memory.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });

/** Converts a file in a process. Throws 503 after `timeoutMs`. */
function run(program: string, file: Buffer, timeoutMs: number, signal: AbortSignal): Promise<Ending> {
  const { promise, resolve, reject } = Promise.withResolvers<Ending>();
  const child = start(program);
  const pieces: Buffer[] = [];
  let length = 0;
  let stderr = '';
  const end = () => child.kill('SIGKILL');
  const leave = () => {
    end();
    reject(signal.reason);
  };
  const timer = setTimeout(() => {
    end();
    reject(tooSlow());
  }, timeoutMs);
  signal.addEventListener('abort', leave, { once: true });
  child.once('error', reject);
  child.stdin.on('error', () => undefined);
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    stderr = (stderr + piece).slice(-MAX_STDERR_LENGTH);
  });
  child.stdout.on('data', (piece: Buffer) => {
    length += piece.length;
    if (length > MAX_OUTPUT_BYTES) end();
    else pieces.push(piece);
  });
  child.once('close', (code, by) => {
    const isTooMuch = length > MAX_OUTPUT_BYTES;
    resolve({ output: isTooMuch ? Buffer.alloc(0) : Buffer.concat(pieces), code, signal: by, isTooMuch, stderr });
  });
  child.stdin.end(file);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  });
}

/** Parses the output; undefined if it is invalid. */
function parsed(output: Buffer): readonly [Converted, Buffer] | undefined {
  const end = output.indexOf(10);
  if (end < 0) return undefined;
  try {
    return [convertedSchema.parse(JSON.parse(output.toString('utf8', 0, end))), output.subarray(end + 1)];
  } catch {
    return undefined;
  }
}

function pictureOf({ output, ...ending }: Ending, log: Logger): ConvertedPicture {
  if (ending.isTooMuch) {
    log.warn({ bytes: MAX_OUTPUT_BYTES }, 'the forms of a picture exceed the maximum size');
    throw tooMuch();
  }
  const [head, bytes] = (ending.code === 0 ? parsed(output) : undefined) ?? [];
  if (head === undefined || bytes === undefined) {
    const isDamaged = DECODER_BROKE.includes(ending.signal);
    log[isDamaged ? 'warn' : 'error'](ending, 'the conversion of a picture failed');
    throw isDamaged ? damaged() : broken();
  }
  if ('refused' in head) throw invalidPicture(head.refused);
  let at = 0;
  const forms = head.forms.map(({ bytes: size, ...form }) => {
    const from = at;
    at += size;
    return { ...form, bytes: bytes.subarray(from, at) };
  });
  if (at !== bytes.length) throw new Error('The forms of a picture do not have the announced length.');
  return { width: head.width, height: head.height, forms };
}

/** Creates the converter, with one process per picture, since a crash of the decoder ends its process. */
export function createConverter(log: Logger, timeoutMs = CONVERSION_MS, program = PROGRAM): Converter {
  let last: Promise<unknown> = Promise.resolve();
  return {
    convert: (file, signal) => {
      const until = performance.now() + timeoutMs;
      const before = last;
      const turn = (async () => {
        if (
          !(await withTimeout(
            before.then(() => true),
            timeoutMs,
            false,
          ))
        )
          throw waitedTooLong();
        signal.throwIfAborted();
        try {
          return pictureOf(await run(program, file, until - performance.now(), signal), log);
        } catch (error) {
          if (error instanceof ApiError || signal.aborted) throw error;
          // No process or memory available.
          log.error({ err: error }, 'a picture was not converted');
          throw broken();
        }
      })();
      // A cancelled turn ends before the one it waits for.
      last = Promise.allSettled([before, turn]);
      return turn;
    },
  };
}
