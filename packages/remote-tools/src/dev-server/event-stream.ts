import type { ServerResponse } from 'node:http';
import { type HotMessage, messageText } from './messages.ts';

/** The most pages that may listen at once. */
const MAX_LISTENERS = 50;

/** Sends open pages what becomes of builds. */
export interface EventStream {
  /** Sends a page the newest of each build, and from then on whatever comes. */
  listen(response: ServerResponse): void;
  send(message: HotMessage): void;
  /** Ends the open streams. */
  close(): void;
}

/** Creates a stream that tells nothing until something is sent. */
export function createEventStream(): EventStream {
  const listeners = new Set<ServerResponse>();
  /** The last finished build and the failure since then, by name. */
  const newest = new Map<string, readonly HotMessage[]>();
  return {
    listen(response) {
      if (listeners.size >= MAX_LISTENERS) {
        response.writeHead(503, { 'Retry-After': '5' }).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(':\n\n');
      for (const message of [...newest.values()].flat()) response.write(messageText(message));
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
    send(message) {
      const built = newest.get(message.name)?.filter(({ kind }) => kind === 'built') ?? [];
      newest.set(message.name, message.kind === 'built' ? [message] : [...built, message]);
      for (const listener of listeners) listener.write(messageText(message));
    },
    close() {
      for (const listener of listeners) listener.end();
    },
  };
}
