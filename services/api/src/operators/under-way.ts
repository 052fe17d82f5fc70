import { Gauge, type Registry } from 'prom-client';
import type { Slots } from '../limits/slots.ts';

/** The slots of long calls. */
export interface UnderWay {
  readonly downloads: Slots;
  readonly streams: Slots;
}

/** Adds the number of running downloads and live streams to the metrics. */
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
