import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { isProbe } from '../http/request-log.ts';
import { type Attributes, currentSpan, during, inSpan, type Span } from './current-span.ts';
import {
  CLOSE_TIMEOUT_MS,
  EXPORT_TIMEOUT_MS,
  MAX_ATTRIBUTE_LENGTH,
  MAX_OPEN_COMMANDS,
  type TraceSettings,
} from './settings.ts';
import type { SpanMaker } from './tracer.ts';

/** A command event of the MongoDB driver. */
interface StartedCommand {
  readonly requestId: number;
  readonly commandName: string;
  readonly databaseName: string;
  readonly command: Readonly<Record<string, unknown>>;
}

interface EndedCommand {
  readonly requestId: number;
}

interface FailedCommand extends EndedCommand {
  readonly failure: Error;
}

/** A client of the driver that was opened with `monitorCommands`. */
interface CommandSource {
  on(event: 'commandStarted', listener: (event: StartedCommand) => void): unknown;
  on(event: 'commandSucceeded', listener: (event: EndedCommand) => void): unknown;
  on(event: 'commandFailed', listener: (event: FailedCommand) => void): unknown;
}

/** Returns the collection of a command; undefined for one of the server or the database. Nothing else of it is looked at. */
function collectionOf({ commandName, command }: StartedCommand): string | undefined {
  const named = command[commandName === 'getMore' ? 'collection' : commandName];
  return typeof named === 'string' ? named : undefined;
}

/** Makes a span of each command that work with a span sends by this client: its name and collection, no values. */
function followCommands(client: CommandSource): void {
  const open = new Map<number, Span>();

  function end(requestId: number, errorType?: string): void {
    open.get(requestId)?.end(errorType);
    open.delete(requestId);
  }

  client.on('commandStarted', (event) => {
    if (open.size >= MAX_OPEN_COMMANDS) return;
    const parent = currentSpan();
    if (parent?.traceId === undefined) return;
    const { requestId, commandName, databaseName } = event;
    const collection = collectionOf(event);
    const span = parent.begin(collection === undefined ? commandName : `${commandName} ${collection}`, 'client', {
      'db.system.name': 'mongodb',
      'db.operation.name': commandName,
      'db.namespace': databaseName,
      ...(collection !== undefined && { 'db.collection.name': collection }),
    });
    if (span !== undefined) open.set(requestId, span);
  });
  client.on('commandSucceeded', ({ requestId }) => end(requestId));
  client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure.name));
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The id in all log lines of the request, where it has one before. */
    id: string;
    /** The id of its trace, where one is recorded; log lines have it beside the other one. */
    trace?: string | undefined;
  }
}

/** Which requests are traced, and how they are named. */
interface RequestNames {
  /** Returns the route of a request at its end; an address may name a person. */
  readonly routeOf: (request: IncomingMessage) => string;
  /** Whether the `traceparent` of a request counts: anybody else could have each of their requests recorded. */
  readonly trusts: (request: IncomingMessage) => boolean;
}

/** Returns a middleware that answers each request within a span. */
function requestSpans(
  tracer: Pick<SpanMaker, 'begin'>,
  { routeOf, trusts }: RequestNames,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return (request, response, next) => {
    if (isProbe(request.url)) {
      next();
      return;
    }
    const { method = '' } = request;
    const traceparent = request.headers.traceparent;
    const parent = typeof traceparent === 'string' && trusts(request) ? traceparent : undefined;
    const span = tracer.begin(method, 'server', { 'http.request.method': method }, parent);
    if (span.traceId !== undefined) {
      request.trace = span.traceId;
      response.once('close', () => {
        const status = response.statusCode;
        const route = routeOf(request);
        span.rename(`${method} ${route}`);
        span.note({
          'http.route': route,
          'http.response.status_code': status,
          'portal.request.id': request.id,
          ...(!response.writableFinished && { 'portal.aborted': true }),
        });
        span.end(status >= 500 ? String(status) : undefined);
      });
    }
    inSpan(span, next);
  };
}

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
