import type { ServerResponse } from 'node:http';
import type { Reading } from '../storage/reading.ts';

/** What waits in a connection is a copy of at most this much: a client that takes nothing holds so much memory, and no more. */
const PIECE_BYTES = 64 * 1024;
/** A client that has not taken a piece after this long gets nothing read ahead until it has. */
const PATIENCE_MS = 250;

/** The client left before it had everything. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Resolves when the client, or the system on its behalf, has taken these bytes. Throws ClientGone. */
export function taken(res: ServerResponse, bytes: Buffer, onSlow: () => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => reject(new ClientGone('The client left before it had everything.'));
  const impatience = setTimeout(onSlow, PATIENCE_MS);
  res.once('close', leave);
  res.write(bytes, (error) => (error ? leave() : resolve()));
  return promise.finally(() => {
    clearTimeout(impatience);
    res.off('close', leave);
  });
}

/** Sends what a reading gives, as fast as the client takes it. Throws ClientGone, and what reading throws. */
export async function sendReading(res: ServerResponse, reading: Reading): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  try {
    for (let bytes = await reading.read(buffer); bytes > 0; bytes = await reading.read(buffer)) {
      await taken(res, buffer.subarray(0, bytes), reading.letGo);
    }
  } finally {
    reading.letGo();
  }
}
