import autocannon from 'autocannon';

/** One request of a load. */
export interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a load took: answers a second, and how long they took, in ms. */
export interface LoadFigure {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** For how long, in seconds, or how many requests; of as many as there are asks, each is sent once. */
export type Dose = { readonly seconds: number } | { readonly requests: number };

/** How many connections a load has. */
const CONNECTIONS = 10;

/** Returns what each connection sends: every list begins at another place, or has requests of its own where each counts once. */
export function shared(asks: readonly Ask[], connection: number, once: boolean): Ask[] {
  if (once) return asks.filter((_, index) => index % CONNECTIONS === connection);
  const first = asks.length === 0 ? 0 : connection % asks.length;
  return [...asks.slice(first), ...asks.slice(0, first)];
}

/** Sends requests over several connections, as fast as answers come. Throws unless every answer is 2xx. */
export async function fire(url: string, asks: readonly Ask[], dose: Dose): Promise<LoadFigure> {
  let connection = 0;
  const startedAt = performance.now();
  let lastAt = startedAt;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    ...('requests' in dose ? { amount: dose.requests } : { duration: dose.seconds }),
    setupClient: (client) => {
      const own = shared(asks, connection, 'requests' in dose && dose.requests === asks.length);
      connection += 1;
      client.on('response', () => {
        lastAt = performance.now();
      });
      client.setRequests(own.map((ask) => ({ ...ask, headers: { ...ask.headers } })));
    },
  });
  const { non2xx, errors, timeouts, latency } = result;
  if (non2xx + errors + timeouts > 0)
    throw new Error(`${asks[0]?.path}: ${non2xx} answers were not 2xx, ${errors} errors, ${timeouts} timeouts`);
  if (result['2xx'] === 0) throw new Error(`${asks[0]?.path}: no answer came in time`);
  // Not its own duration, which is in whole seconds where requests are counted.
  return { perSecond: (result['2xx'] * 1000) / (lastAt - startedAt), p50: latency.p50, p99: latency.p99 };
}
