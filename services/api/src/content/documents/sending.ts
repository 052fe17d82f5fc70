import type { ServerResponse } from 'node:http';
import type { Reading } from '../../platform/storage/reading.ts';

/** How many bytes a connection buffers for a client that does not read. */
const PIECE_BYTES = 64 * 1024;
/** When reading ahead pauses for a client that does not read, in ms. */
const TIMEOUT_MS = 250;
/** How long what was asked holds: a client that loses the right to a file gets no piece of it later than this, in ms. */
export const ASKED_AGAIN_MS = 10_000;

/** The client disconnected early. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Sends a body as fast as the client reads. */
export interface Sender {
  /** Sends a text; resolves when it is flushed. Throws ClientGone. */
  sendText(text: string): Promise<void>;
  /** Sends a reading and releases it; `onSent` is called with the bytes of each piece. Throws ClientGone, and what `read` and `assertReadable` throw. */
  sendReading(reading: Reading, onSent?: (bytes: number) => void): Promise<void>;
  /** Removes the listeners; to be called at the end. */
  close(): void;
}

/**
 * Creates the sender of a response, with one timer and one listener for all pieces. It calls `assertReadable` before a piece when it
 * has not for 10 s.
 */
export function createSender(res: ServerResponse, assertReadable: () => Promise<unknown>): Sender {
  let askedAt = performance.now();
  /** Called when the client does not read the current piece; undefined without one. */
  let onSlow: (() => void) | undefined;
  let onGone: (() => void) | undefined;
  const slowTimer = setTimeout(() => {
    const slow = onSlow;
    // Reads what has arrived: in a busy process the client may have been faster than this timer.
    setImmediate(() => slow === onSlow && slow?.());
  }, TIMEOUT_MS);
  const leave = () => onGone?.();
  res.once('close', leave);

  function send(bytes: Buffer, slow: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      // Another one for each piece.
      onSlow = () => slow();
      onGone = () => reject(new ClientGone('The client left before it had everything.'));
      slowTimer.refresh();
      res.write(bytes, (error) => {
        onSlow = undefined;
        if (error) onGone?.();
        else resolve();
      });
    });
  }

  return {
    sendText: (text) => send(Buffer.from(text), () => undefined),
    sendReading: async (reading, onSent) => {
      const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
      try {
        for (let bytes = await reading.read(buffer); bytes > 0; bytes = await reading.read(buffer)) {
          if (performance.now() - askedAt > ASKED_AGAIN_MS) {
            await assertReadable();
            askedAt = performance.now();
          }
          await send(buffer.subarray(0, bytes), reading.pause);
          onSent?.(bytes);
        }
      } finally {
        reading.release();
      }
    },
    close: () => {
      clearTimeout(slowTimer);
      res.off('close', leave);
    },
  };
}
