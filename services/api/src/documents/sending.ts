import type { ServerResponse } from 'node:http';
import type { Reading } from '../storage/reading.ts';

/** What waits in a connection is a copy of at most this much: a client that takes nothing holds so much memory, and no more. */
const PIECE_BYTES = 64 * 1024;
/** A client that has not taken a piece after this long gets nothing read ahead until it has. */
const TIMEOUT_MS = 250;

/** The client left before it had everything. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Sends one answer's body piece by piece, as fast as the client takes it. */
export interface Sender {
  /** Resolves when the client, or the system on its behalf, has taken the text. Throws ClientGone. */
  sendText(text: string): Promise<void>;
  /** Sends what a reading gives, and ends the reading. Throws ClientGone, and what reading throws. */
  sendReading(reading: Reading): Promise<void>;
  /** Lets go of the answer; whoever makes a sender calls it in the end. */
  close(): void;
}

/** A sender of an answer. Of timers and listeners it has one each, however many pieces there are: those cost more than a piece. */
export function createSender(res: ServerResponse): Sender {
  /** What is done when the client does not take the piece that is on its way to it; undefined while none is. */
  let onSlow: (() => void) | undefined;
  let onGone: (() => void) | undefined;
  const impatience = setTimeout(() => onSlow?.(), TIMEOUT_MS);
  const leave = () => onGone?.();
  res.once('close', leave);

  function send(bytes: Buffer, slow: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      onSlow = slow;
      onGone = () => reject(new ClientGone('The client left before it had everything.'));
      impatience.refresh();
      res.write(bytes, (error) => {
        onSlow = undefined;
        if (error) onGone?.();
        else resolve();
      });
    });
  }

  return {
    sendText: (text) => send(Buffer.from(text), () => undefined),
    sendReading: async (reading) => {
      const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
      try {
        for (let bytes = await reading.read(buffer); bytes > 0; bytes = await reading.read(buffer)) {
          await send(buffer.subarray(0, bytes), reading.letGo);
        }
      } finally {
        reading.letGo();
      }
    },
    close: () => {
      clearTimeout(impatience);
      res.off('close', leave);
    },
  };
}
