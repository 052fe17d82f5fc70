import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of a connection may wait behind the current one. */
export const MAX_WAITING_REQUESTS = 500;

const waiting = new WeakMap<Socket, number>();

/** The result: respond now, the client is gone, or too many requests wait. */
export type Turn = 'now' | 'gone' | 'too-many';

/**
 * Resolves when a pipelined request is the first of its connection. Responses leave in order: a file opened, or memory taken,
 * before would be held as long as the client likes.
 */
export async function itsTurn(request: IncomingMessage, response: ServerResponse): Promise<Turn> {
  if (response.socket) return 'now';
  const { socket } = request;
  if (socket.destroyed) return 'gone';
  const others = waiting.get(socket) ?? 0;
  if (others >= MAX_WAITING_REQUESTS) return 'too-many';
  waiting.set(socket, others + 1);
  const turn = await new Promise<Turn>((resolve) => {
    response.once('socket', () => resolve('now'));
    response.once('close', () => resolve('gone'));
  });
  waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
  return turn;
}
