import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection may wait behind the one being answered. */
export const MAX_WAITING_REQUESTS = 500;

const waiting = new WeakMap<Socket, number>();

/** Whether to answer: it is this request's turn, the client is gone, or its connection has too many waiting. */
export type Turn = 'now' | 'gone' | 'too-many';

/**
 * Resolves when it is this request's turn on its connection. A client may send requests without waiting for answers, and
 * answers leave in order: whoever opened a file or took memory before would hold it for as long as the client likes.
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
