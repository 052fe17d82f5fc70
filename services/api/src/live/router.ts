import { MAX_STREAMS_OF_PERSON, MAX_STREAMS_OF_SESSION, openLive } from '@cytocomm/contract';
import { signedIn } from '../http/access.ts';
import { serviceUnavailable } from '../http/problem.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import type { Slots } from '../limits/slots.ts';
import type { LiveHub } from './hub.ts';

/** What changes, as it changes. Every stream holds a slot while it lasts. */
export function liveRoutes(hub: LiveHub, streams: Slots): RouteTable {
  const table = routeTable();
  table.answer(openLive, signedIn, ({ principal, req, res }) => {
    // Whoever left while it was found out who they are will not close the stream.
    if (res.destroyed) return;
    if (hub.isStopped()) throw serviceUnavailable('This process is about to end; another one goes on.');
    if (req.method !== 'HEAD') {
      const release = streams.take([
        { key: `session ${principal.sid}`, most: MAX_STREAMS_OF_SESSION },
        { key: `person ${principal.userId}`, most: MAX_STREAMS_OF_PERSON },
      ]);
      res.once('close', release);
    }
    res.set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // A proxy in between must not collect what should arrive at once.
      'X-Accel-Buffering': 'no',
      // The stream has the connection for itself, and takes it along when it ends.
      Connection: 'close',
    });
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    req.socket.setNoDelay(true);
    res.flushHeaders();
    const lastPlace = req.get('last-event-id');
    const leave = hub.join(
      principal,
      {
        write: (text) => {
          res.write(text);
        },
        backlog: () => res.writableLength,
        end: () => {
          res.end();
          // Whoever does not read would keep even the end of the stream waiting.
          if (res.writableLength > 0) res.destroy();
        },
      },
      lastPlace === undefined || lastPlace === '' ? undefined : lastPlace,
    );
    res.once('close', leave);
    res.on('error', () => leave());
  });
  return table;
}
