import { Gauge, type Registry } from 'prom-client';

/** Long calls of one kind that have not ended. */
interface Counted {
  /** Returns how many there are. */
  taken(): number;
}

/** A number of calls that nothing bounds. */
export interface CallCount extends Counted {
  /** Counts a call until it ends. Returns and throws what it does. */
  during<Result>(call: Promise<Result>): Promise<Result>;
}

/** The long calls of a process. */
export interface UnderWay {
  readonly downloads: Counted;
  readonly uploads: Counted;
  readonly streams: Counted;
}

/** Creates a number of calls. */
export function createCallCount(): CallCount {
  let taken = 0;
  return {
    taken: () => taken,
    during: async (call) => {
      taken += 1;
      try {
        return await call;
      } finally {
        taken -= 1;
      }
    },
  };
}

/** Adds the number of running downloads, uploads and live streams to the metrics. */
export function showUnderWay(registry: Registry, { downloads, uploads, streams }: UnderWay): void {
  const show = (name: string, help: string, calls: Counted) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(calls.taken());
      },
    });
  show('downloads_under_way', 'Calls for the bytes of a document that have not ended', downloads);
  show('uploads_under_way', 'Documents whose bytes are being received', uploads);
  show('live_streams_open', 'Streams of live events that are open', streams);
}
