import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, PICTURE_WIDTHS } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { ApiError, serviceUnavailable } from '../../http/problem.ts';
import { invalidPicture } from './kind.ts';
import { type Bounds, type Converted, convertedSchema } from './messages.ts';

/** How long a picture may be converted, in ms. */
const CONVERSION_MS = 30_000;
/** The most bytes of all forms of a picture. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const BOUNDS: Bounds = {
  side: MAX_PICTURE_SIDE,
  pixels: MAX_PICTURE_PIXELS,
  largest: { width: Math.max(...PICTURE_WIDTHS), height: 4800 },
  widths: PICTURE_WIDTHS,
};
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
   * Converts a file. Throws 400 for one that cannot be read or is too large, 503 when it takes too long, and the reason of
   * `signal` when that is aborted.
   */
  convert(file: Buffer, signal: AbortSignal): Promise<ConvertedPicture>;
}

const tooSlow = () =>
  serviceUnavailable('The picture could not be converted in time. Try again, or save it with fewer pixels.');
const damaged = () => invalidPicture('cannot be read: it is damaged; save it again, and choose it again');

/** Runs the program on a file. Returns what it wrote, undefined when it broke. Throws 503 after `timeoutMs`. */
function run(file: Buffer, timeoutMs: number, signal: AbortSignal): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, JSON.stringify(BOUNDS)], {
    // None of the settings, which hold secrets. glibc keeps less memory with few arenas.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const pieces: Buffer[] = [];
  let length = 0;
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
  child.stdout.on('data', (piece: Buffer) => {
    length += piece.length;
    if (length > MAX_OUTPUT_BYTES) end();
    else pieces.push(piece);
  });
  child.once('close', (code) => resolve(code === 0 ? Buffer.concat(pieces) : undefined));
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

function pictureOf(output: Buffer | undefined, log: Logger): ConvertedPicture {
  const [head, bytes] = (output === undefined ? undefined : parsed(output)) ?? [];
  if (head === undefined || bytes === undefined) {
    log.warn('the conversion of a picture broke off');
    throw damaged();
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

/** Creates what converts pictures: in a process for each, since a decoder that breaks ends its process. */
export function createConverter(log: Logger, timeoutMs = CONVERSION_MS): Converter {
  let last: Promise<unknown> = Promise.resolve();
  return {
    convert: (file, signal) => {
      const turn = last.then(async () => {
        signal.throwIfAborted();
        return pictureOf(await run(file, timeoutMs, signal), log);
      });
      last = turn.catch((error: unknown) => {
        if (!(error instanceof ApiError) && !signal.aborted) log.error({ err: error }, 'a picture was not converted');
      });
      return turn;
    },
  };
}
