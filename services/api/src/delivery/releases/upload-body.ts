import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { ApiError } from '../../platform/calls/problem.ts';
import { stalled, tookTooLong, tooSlow, UPLOAD_TIMEOUT_MS } from '../../platform/http/form-reader.ts';

const PREFIX = 'cytocomm-release-';
/** A folder that is this old was left by a process that was killed, in ms: no upload takes as long. */
const ABANDONED_MS = 3600_000;

/** Does work in a folder that nobody else can read, and removes it whatever happens. */
export async function inScratchFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Removes folders that killed processes left. One that cannot be removed, as that of another user, is logged, and the rest go. */
export async function sweepScratchFolders(log: Logger): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const dir = join(tmpdir(), name);
    const changedAt = await stat(dir).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - changedAt <= ABANDONED_MS) continue;
    await rm(dir, { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ err: error, dir }, 'the folder of an interrupted upload cannot be removed'),
    );
  }
}

/** How long an upload may send no byte before it is ended, in ms. */
const STALL_TIMEOUT_MS = 30_000;
/** How long an upload may be slower than `LEAST_BYTES_PER_MS` on the whole, in ms that were spent waiting for it. */
const SLOW_TIMEOUT_MS = 30_000;
/** 10 KB a second. */
const LEAST_BYTES_PER_MS = 10;

/** The request of an upload, or a test's substitute. */
export type UploadRequest = Readable & Pick<IncomingMessage, 'complete'>;

/** Returns 413 for an archive that is too large. */
export const tooLarge = (detail: string) => new ApiError(413, 'too-large', detail);

const cutOff = (cause?: unknown) => new ApiError(400, 'bad-request', 'The upload was cut off.', { cause });

/**
 * Returns the bytes of an upload as they are read. It fails with 413 beyond `maxBytes`, with 408 when the client stands
 * still or is very slow, and when the connection is cut. The request itself stays, so that its refusal can be sent.
 */
export function uploadBody(req: UploadRequest, maxBytes: number, stallMs = STALL_TIMEOUT_MS): Readable {
  let bytes = 0;
  let stallTimer: NodeJS.Timeout | undefined;
  let waitedMs = 0;
  let waitsSince: number | undefined;

  function stopWaiting(): void {
    clearTimeout(stallTimer);
    if (waitsSince !== undefined) waitedMs += performance.now() - waitsSince;
    waitsSince = undefined;
  }
  function awaitBytes(): void {
    stopWaiting();
    waitsSince = performance.now();
    stallTimer = setTimeout(() => body.destroy(stalled()), stallMs);
    stallTimer.unref();
  }
  function onData(piece: Buffer): void {
    stopWaiting();
    bytes += piece.length;
    if (bytes > maxBytes) body.destroy(tooLarge(`The archive is larger than ${maxBytes} bytes.`));
    else if (waitedMs > SLOW_TIMEOUT_MS && bytes < waitedMs * LEAST_BYTES_PER_MS)
      body.destroy(tooSlow('The upload was slower than 10 KB a second, and was ended.'));
    else if (body.push(piece)) awaitBytes();
    else req.pause();
  }
  const onEnd = () => {
    clearTimeout(stallTimer);
    body.push(null);
  };
  const onError = (error: unknown) => body.destroy(cutOff(error));
  const onClose = () => {
    if (!req.complete) body.destroy(cutOff());
  };

  const body = new Readable({
    read: () => {
      awaitBytes();
      req.resume();
    },
    destroy: (error, done) => {
      clearTimeout(stallTimer);
      clearTimeout(deadline);
      req.off('data', onData);
      req.off('end', onEnd);
      done(error);
    },
  });
  const deadline = setTimeout(() => body.destroy(tookTooLong()), UPLOAD_TIMEOUT_MS);
  deadline.unref();
  req.pause();
  req.on('data', onData);
  req.once('end', onEnd);
  // Stay after the end: an error that nobody listens to would end the process.
  req.on('error', onError);
  req.once('close', onClose);
  if (req.destroyed && !req.complete) onClose();
  return body;
}
