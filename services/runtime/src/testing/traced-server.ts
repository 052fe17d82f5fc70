import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { openTraces, type Traces } from '../traces/open-traces.ts';
import { traceSettings } from '../traces/settings.ts';

/** A server whose requests are traced. */
export interface TracedServer extends AsyncDisposable {
  readonly url: string;
  readonly traces: Traces;
  /** The lines of its log. */
  readonly log: readonly string[];
  /** How many spans became of an outcome. */
  count(outcome: 'ended' | 'sent' | 'lost'): Promise<number>;
}

/** How a traced server differs from others: whom it believes, and how long the collector may take. */
export interface TracedServerOptions {
  readonly trusted?: boolean;
  readonly exportTimeoutMs?: number;
}

/** Starts a traced server; it believes its callers, unless the options say otherwise. */
export async function startTracedServer(
  variables: Readonly<Record<string, string>>,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { trusted = true, exportTimeoutMs }: TracedServerOptions = {},
): Promise<TracedServer> {
  const log: string[] = [];
  const registry = new Registry();
  const traces = await openTraces(z.object(traceSettings).parse(variables), {
    service: 'test',
    version: '1.0.0',
    log: pino({}, { write: (line: string) => void log.push(line) }),
    registry,
    routeOf: () => '/things/:id',
    trusts: () => trusted,
    exportTimeoutMs,
  });
  if (traces === undefined) throw new Error('There are no traces.');
  const server = createServer((request, response) => {
    request.id = 'the-request-id';
    traces.observe(request, response, () => handle(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    traces,
    log,
    count: async (outcome) => {
      const { values } = (await registry.getSingleMetric('trace_spans_total')?.get()) ?? { values: [] };
      return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await traces.close();
    },
  };
}
