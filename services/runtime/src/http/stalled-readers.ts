import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

declare module 'node:http' {
  interface IncomingMessage {
    /** Whether its answer was cut off because nobody read it; its log line and a metric say so. */
    isStalled?: boolean;
  }
}

/** How long a client may read no byte, in ms. */
export const STALLED_READER_MS = 30_000;
/** How many checks per that time. */
const CHECKS = 12;
/**
 * Progress shows at the end of a write only: longer ones get the time of a slow line besides, at `SLOW_BYTES_PER_MS`.
 */
const SHORT_BYTES = 64 * 1024;
const SLOW_BYTES_PER_MS = 8;

/** The part of a response that shows its client's progress. */
export interface SentAnswer {
  /** None while the response is pipelined behind another. */
  readonly socket: Pick<Socket, 'writableLength' | 'bytesWritten'> | null;
  readonly req: Pick<IncomingMessage, 'isStalled'>;
  destroy(): unknown;
}

/** A client's last progress. */
interface Progress {
  readonly sent: number;
  readonly at: number;
}

/** Whether a response's client has read nothing for too long. */
function isStalled(answer: SentAnswer, progress: WeakMap<SentAnswer, Progress>, afterMs: number): boolean {
  const { socket } = answer;
  const waiting = socket?.writableLength ?? 0;
  if (socket === null || waiting === 0) {
    progress.delete(answer);
    return false;
  }
  const sent = socket.bytesWritten - waiting;
  const before = progress.get(answer);
  const now = performance.now();
  if (before === undefined || before.sent !== sent) {
    progress.set(answer, { sent, at: now });
    return false;
  }
  return now - before.at >= afterMs + Math.max(0, waiting - SHORT_BYTES) / SLOW_BYTES_PER_MS;
}

/**
 * Closes the connections of `answers` whose clients read nothing for `afterMs`, and marks their requests. Returns a function
 * that stops the checks.
 */
export function endStalledReaders(answers: Iterable<SentAnswer>, afterMs: number): () => void {
  const progress = new WeakMap<SentAnswer, Progress>();
  const timer = setInterval(() => {
    for (const answer of answers)
      if (isStalled(answer, progress, afterMs)) {
        answer.req.isStalled = true;
        answer.destroy();
      }
  }, afterMs / CHECKS);
  timer.unref();
  return () => clearInterval(timer);
}
