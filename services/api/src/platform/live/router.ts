import { MAX_STREAMS_OF_PERSON, MAX_STREAMS_OF_SESSION, openLive } from '@cytocomm/contract';
import { signedIn } from '../calls/access.ts';
import { serviceUnavailable } from '../calls/problem.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import type { Slots } from '../limits/service.ts';
import type { LiveHub } from './hub.ts';

/** Returns the call that opens a live stream. Each stream holds a slot while it lasts. */
export function liveRoutes(hub: LiveHub, streams: Slots): RouteTable {
  const table = routeTable();
  table.answer(openLive, signedIn, ({ principal, req, res }) => {
    // The client may have left during the authentication: `close` would never come.
    if (res.destroyed) return;
    if (hub.isStopped()) throw serviceUnavailable('This process is about to end; another one goes on.');
    if (req.method !== 'HEAD') {
      const release = streams.take([
        { key: `session ${principal.sid}`, max: MAX_STREAMS_OF_SESSION },
        { key: `person ${principal.userId}`, max: MAX_STREAMS_OF_PERSON },
      ]);
      res.once('close', release);
    }
    res.set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // A proxy must not buffer it.
      'X-Accel-Buffering': 'no',
      // The connection ends with the stream.
      Connection: 'close',
    });
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    req.socket.setNoDelay(true);
    res.flushHeaders();
    const lastToken = req.get('last-event-id');
    const leave = hub.join(
      principal,
      {
        write: (text) => {
          res.write(text);
        },
        backlog: () => res.writableLength,
        end: () => {
          res.end();
          // A client that does not read would delay even the end.
          if (res.writableLength > 0) res.destroy();
        },
      },
      lastToken === undefined || lastToken === '' ? undefined : lastToken,
    );
    res.once('close', leave);
    res.on('error', () => leave());
  });
  return table;
}
