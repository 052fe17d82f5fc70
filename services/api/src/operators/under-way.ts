import { Gauge, type Registry } from 'prom-client';
import type { Slots } from '../limits/slots.ts';

/** Calls that last, by their slots. */
export interface UnderWay {
  readonly downloads: Slots;
  readonly streams: Slots;
}

/** Has the metrics say how many downloads and live streams are under way. */
export function showUnderWay(registry: Registry, { downloads, streams }: UnderWay): void {
  const show = (name: string, help: string, slots: Slots) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(slots.taken());
      },
    });
  show('downloads_under_way', 'Calls for the bytes of a document that have not ended', downloads);
  show('live_streams_open', 'Streams of live events that are open', streams);
}
