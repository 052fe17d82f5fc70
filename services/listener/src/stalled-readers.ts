import type { Socket } from 'node:net';

/** How long a client may take nothing of what waits for it. */
export const STALLED_READER_MS = 30_000;
/** How often that is looked at, in parts of the time. */
const LOOKS = 12;
/**
 * Only the end of what was written at once shows. What is longer than this has the time besides that a slow line needs for it, at
 * `SLOW_BYTES_PER_MS`.
 */
const SHORT_BYTES = 64 * 1024;
const SLOW_BYTES_PER_MS = 8;

/** What of an answer says how far its client is. */
export interface SentAnswer {
  /** None while it stands behind another answer on its connection. */
  readonly socket: Pick<Socket, 'writableLength' | 'bytesWritten'> | null;
  destroy(): unknown;
}

/** How far a client had come when it was last seen to take something. */
interface Progress {
  readonly taken: number;
  readonly at: number;
}

/** Whether an answer's client has taken nothing for so long that it will not be waited for. */
function isStalled(answer: SentAnswer, progress: WeakMap<SentAnswer, Progress>, afterMs: number): boolean {
  const { socket } = answer;
  const waiting = socket?.writableLength ?? 0;
  if (socket === null || waiting === 0) {
    progress.delete(answer);
    return false;
  }
  const taken = socket.bytesWritten - waiting;
  const before = progress.get(answer);
  const now = performance.now();
  if (before === undefined || before.taken !== taken) {
    progress.set(answer, { taken, at: now });
    return false;
  }
  return now - before.at >= afterMs + Math.max(0, waiting - SHORT_BYTES) / SLOW_BYTES_PER_MS;
}

/**
 * Cuts off the connections of those among `answers` whose clients take nothing for `afterMs`, though something waits for them. The
 * returned function ends that.
 */
export function endStalledReaders(answers: Iterable<SentAnswer>, afterMs: number): () => void {
  const progress = new WeakMap<SentAnswer, Progress>();
  const timer = setInterval(() => {
    for (const answer of answers) if (isStalled(answer, progress, afterMs)) answer.destroy();
  }, afterMs / LOOKS);
  timer.unref();
  return () => clearInterval(timer);
}
