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

/** Returns 400 for a file that is no picture to be taken. */
export const invalidPicture = (message: string): ApiError => invalidFields([{ path: FIELD, message }]);

/** Returns 413 for a file of too many bytes. */
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

/** What the converting process is told. */
export interface Bounds {
  /** The longest side that is taken, in pixels. */
  readonly side: number;
  /** The most pixels that are taken; half of them where each colour has 16 bits. */
  readonly pixels: number;
  /** Larger pictures become smaller. */
  readonly largest: { readonly width: number; readonly height: number };
  /** The widths that are made, where the picture is wider. */
  readonly widths: readonly number[];
}

/** What the converting process writes first, as a line of JSON; the bytes of the forms follow, one after the other. */
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
/** What the converting process writes first. */
export type Converted = z.infer<typeof convertedSchema>;

/** How long a picture may wait for others and be converted, in ms; an edge waits 25 s for an upload. */
const CONVERSION_MS = 20_000;
/** The most bytes of all forms of a picture. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const BOUNDS: Bounds = {
  side: MAX_PICTURE_SIDE,
  pixels: MAX_PICTURE_PIXELS,
  largest: { width: Math.max(...PICTURE_WIDTHS), height: 4800 },
  widths: PICTURE_WIDTHS,
};
/** How much of what the program says of its failure is logged, in characters. */
const MAX_TOLD = 1000;
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

/** What converts pictures, one at a time. */
export interface Converter {
  /**
   * Converts a file. Throws 400 for one that cannot be read or is too large, 503 when it waits or takes too long or the program
   * cannot run, and the reason of `signal` when that is aborted.
   */
  convert(file: Buffer, signal: AbortSignal): Promise<ConvertedPicture>;
}

const tooSlow = () =>
  serviceUnavailable('The picture could not be converted in time. Try again, or save it with fewer pixels.');
const waitedTooLong = () =>
  serviceUnavailable(
    'Other pictures were converted meanwhile, and this one waited for too long. Try again in a moment.',
  );
const broken = () =>
  serviceUnavailable(
    'The picture could not be converted. Try again soon; if it goes on, tell who operates the portal.',
  );
const tooMuch = () =>
  invalidPicture('takes too much room in its forms; save it with fewer pixels, and choose it again');
const damaged = () => invalidPicture('cannot be read: it is damaged; save it again, and choose it again');

/** How the program ended. */
interface Ending {
  readonly output: Buffer;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it wrote more than all forms may have; it was ended then. */
  readonly isTooMuch: boolean;
  /** The end of what it said of a failure. */
  readonly told: string;
}

/** How a decoder ends that a file breaks; any other end is the machine's. */
const DECODER_BROKE: readonly (NodeJS.Signals | null)[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT'];

/** Starts the program. */
const start = (program: string) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(BOUNDS)], {
    // None of the settings, which hold secrets. glibc keeps less memory with few arenas.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });

/** Runs the program on a file. Returns how it ended. Throws 503 after `timeoutMs`. */
function run(program: string, file: Buffer, timeoutMs: number, signal: AbortSignal): Promise<Ending> {
  const { promise, resolve, reject } = Promise.withResolvers<Ending>();
  const child = start(program);
  const pieces: Buffer[] = [];
  let length = 0;
  let told = '';
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
    told = (told + piece).slice(-MAX_TOLD);
  });
  child.stdout.on('data', (piece: Buffer) => {
    length += piece.length;
    if (length > MAX_OUTPUT_BYTES) end();
    else pieces.push(piece);
  });
  child.once('close', (code, by) => {
    const isTooMuch = length > MAX_OUTPUT_BYTES;
    resolve({ output: isTooMuch ? Buffer.alloc(0) : Buffer.concat(pieces), code, signal: by, isTooMuch, told });
  });
  child.stdin.end(file);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  });
}

/** Returns what the program wrote; undefined when it makes no sense. */
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
    log.warn({ bytes: MAX_OUTPUT_BYTES }, 'the forms of a picture take more room than they may');
    throw tooMuch();
  }
  const [head, bytes] = (ending.code === 0 ? parsed(output) : undefined) ?? [];
  if (head === undefined || bytes === undefined) {
    const isDamaged = DECODER_BROKE.includes(ending.signal);
    log[isDamaged ? 'warn' : 'error'](ending, 'the conversion of a picture broke off');
    throw isDamaged ? damaged() : broken();
  }
  if ('refused' in head) throw invalidPicture(head.refused);
  let at = 0;
  const forms = head.forms.map(({ bytes: size, ...form }) => {
    const from = at;
    at += size;
    return { ...form, bytes: bytes.subarray(from, at) };
  });
  if (at !== bytes.length) throw new Error('The forms of a picture have another length than was said.');
  return { width: head.width, height: head.height, forms };
}

/** Creates what converts pictures: with a process of the program for each, since a decoder that breaks ends its process. */
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
          // The machine has no process or no memory for the program.
          log.error({ err: error }, 'a picture was not converted');
          throw broken();
        }
      })();
      // One that waits no more ends before the one that it waited for.
      last = Promise.allSettled([before, turn]);
      return turn;
    },
  };
}
