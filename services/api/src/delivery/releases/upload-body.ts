import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { ApiError } from '../../platform/calls/problem.ts';
import { stalled, tookTooLong, tooSlow, UPLOAD_TIMEOUT_MS } from '../../platform/http/form-reader.ts';

const PREFIX = 'cytocomm-release-';
/** Age of leftover folders of killed processes, in ms; no upload takes as long. */
const ABANDONED_MS = 3600_000;

/** Runs `work` in a private folder that is removed afterwards in any case. */
export async function withScratchFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Removes leftover folders of killed processes; failures, such as with folders of other users, are logged. */
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

/** Timeout without a byte, in ms. */
const STALL_TIMEOUT_MS = 30_000;
/** Time of waiting after which the average speed must be `MIN_BYTES_PER_MS`, in ms. */
const SLOW_TIMEOUT_MS = 30_000;
/** 10 KB a second. */
const MIN_BYTES_PER_MS = 10;

/** The request of an upload. */
export type UploadRequest = Readable & Pick<IncomingMessage, 'complete'>;

/** Returns the 413 of an archive. */
export const tooLarge = (detail: string) => new ApiError(413, 'too-large', detail);

const cutOff = (cause?: unknown) => new ApiError(400, 'bad-request', 'The upload was cut off.', { cause });

/**
 * Streams the bytes of an upload. It fails with 413 beyond `maxBytes`, with 408 if the client stalls or is very slow, and if the
 * connection is lost. The request stays open, so that the refusal can be sent.
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
    else if (waitedMs > SLOW_TIMEOUT_MS && bytes < waitedMs * MIN_BYTES_PER_MS)
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
  // These listeners stay: an unhandled error would end the process.
  req.on('error', onError);
  req.once('close', onClose);
  if (req.destroyed && !req.complete) onClose();
  return body;
}
