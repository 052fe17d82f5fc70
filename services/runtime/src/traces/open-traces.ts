import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { CLOSE_TIMEOUT_MS, EXPORT_TIMEOUT_MS, MAX_ATTRIBUTE_LENGTH } from './bounds.ts';
import { type Attributes, during } from './current-span.ts';
import { type CommandSource, followCommands } from './database-commands.ts';
import { type RequestNames, requestSpans } from './requests.ts';
import type { TraceSettings } from './settings.ts';

/** The traces of a service. */
export interface Traces {
  /** A middleware: runs the rest of a request within a span. It comes after what gives it its id. */
  observe(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Runs work that no request asked for as a trace of its own. Returns what the work returns. */
  run<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result>;
  /** Makes spans of the commands of a client, which was opened with `monitorCommands`. */
  followDatabase(client: CommandSource): void;
  /** Sends what waits, for 2 s at most. */
  close(): Promise<void>;
}

/** What the traces of a service need of it. */
export interface TracesOptions extends RequestNames {
  /** Its name and version, as the traces show them. */
  readonly service: string;
  readonly version: string;
  readonly log: Logger;
  readonly registry: Registry;
  /** How long the collector may take, in ms; 5000 by default. */
  readonly exportTimeoutMs?: number | undefined;
}

/** How often a collector that takes nothing is told in the log at most, in ms. */
const COMPLAINT_INTERVAL_MS = 60_000;

/** Returns the traces of a service; undefined without an endpoint, and then nothing of OpenTelemetry is loaded. */
export async function openTraces(settings: TraceSettings, options: TracesOptions): Promise<Traces | undefined> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { createTracer } = await import('./tracer.ts');
  const { service, version, log, registry, exportTimeoutMs = EXPORT_TIMEOUT_MS } = options;
  const spans = new Counter({
    name: 'trace_spans_total',
    help: 'Spans by what became of them: ended, and of those sent or lost; the rest waits or found no place to wait',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['ended', 'sent', 'lost']) spans.inc({ outcome }, 0);
  let complainedAt = Number.NEGATIVE_INFINITY;
  const complain = (details: { readonly reason: string; readonly spans?: number }) => {
    if (performance.now() - complainedAt < COMPLAINT_INTERVAL_MS) return;
    complainedAt = performance.now();
    log.warn(details, 'the collector of traces took no spans; they are lost, requests are not');
  };
  const tracer = createTracer({
    service,
    version,
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    exportTimeoutMs,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    onEnded: () => spans.inc({ outcome: 'ended' }),
    onSent: (count, error) => {
      spans.inc({ outcome: error === undefined ? 'sent' : 'lost' }, count);
      if (error === undefined) return;
      const reason = 'code' in error ? `${error.name} ${error.code}` : error.message.slice(0, MAX_ATTRIBUTE_LENGTH);
      complain({ spans: count, reason });
    },
  });
  return {
    observe: requestSpans(tracer, options),
    run: (name, attributes, work) => during(tracer.begin(name, 'internal', attributes), work),
    followDatabase: followCommands,
    close: async () => {
      const stopping = new AbortController();
      const timeout = pause(CLOSE_TIMEOUT_MS, 'late', { signal: stopping.signal }).catch(() => undefined);
      // What is refused was told of above.
      const sent = tracer.shutdown().catch(() => undefined);
      if ((await Promise.race([sent, timeout])) === 'late')
        complain({ reason: 'It did not answer before the process ended.' });
      stopping.abort();
    },
  };
}
