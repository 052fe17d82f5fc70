import { randomUUID } from 'node:crypto';
import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import {
  type Context,
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Attributes, Span, SpanKind } from './current-span.ts';
import {
  BATCH_DELAY_MS,
  MAX_ATTRIBUTE_LENGTH,
  MAX_ATTRIBUTES,
  MAX_BATCH,
  MAX_BATCHES_UNDER_WAY,
  MAX_SPANS_OF_TRACE,
  MAX_WAITING_SPANS,
} from './settings.ts';

/** Ends a connection after `ms`, busy or not. */
function endAfter<Connection extends Duplex | null | undefined>(connection: Connection, ms: number): Connection {
  const timer = setTimeout(() => connection?.destroy(), ms).unref();
  connection?.once('close', () => clearTimeout(timer));
  return connection;
}

/**
 * Returns what makes connections to the collector, one for each batch, of `ms` at most. The exporter's own timeout is one
 * of silence: a collector that sends a byte now and then would be waited for without an end.
 */
function shortConnections(ms: number): (protocol: string) => HttpAgent {
  const options: AgentOptions = { keepAlive: false };
  return (protocol) => {
    const agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
    const connect = agent.createConnection.bind(agent);
    agent.createConnection = (...given) => endAfter(connect(...given), ms);
    return agent;
  };
}

const KINDS = {
  server: OtelSpanKind.SERVER,
  client: OtelSpanKind.CLIENT,
  internal: OtelSpanKind.INTERNAL,
} as const satisfies Record<SpanKind, OtelSpanKind>;

/** What a tracer is made of. */
export interface TracerParts {
  readonly service: string;
  readonly version: string;
  /** Where batches go. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How long the collector may take for a batch, in ms. */
  readonly exportTimeoutMs: number;
  /** The share of traces that begin here and are recorded. */
  readonly ratio: number;
  /** Called for each span that is recorded, at its end. */
  readonly onEnded: () => void;
  /** Called for each batch; with the error of one that is lost. */
  readonly onSent: (spans: number, error?: Error) => void;
}

/** Makes spans and sends them. */
export interface SpanMaker {
  /** Begins the first span of this process in a trace: of the one that this header names, else of a new one. */
  begin(name: string, kind: SpanKind, attributes: Attributes, traceparent?: string): Span;
  /** Sends what waits. */
  shutdown(): Promise<void>;
}

/** Wraps an exporter so that it reports the outcome of each batch. */
function reportingExporter(exporter: SpanExporter, onSent: TracerParts['onSent']): SpanExporter {
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        const error = result.error ?? new Error('The collector did not take them.');
        onSent(spans.length, result.code === ExportResultCode.SUCCESS ? undefined : error);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** Returns a span of OpenTelemetry as this room's; `left` counts what its trace may still begin. */
function spanOf(tracer: Tracer, otel: OtelSpan, left: { count: number }, onEnded: () => void): Span {
  const { traceId, spanId, traceFlags } = otel.spanContext();
  const isRecorded = otel.isRecording();
  return {
    traceId: isRecorded ? traceId : undefined,
    traceparent: `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`,
    rename: (name) => {
      otel.updateName(name);
    },
    note: (attributes) => {
      otel.setAttributes(attributes);
    },
    begin: (name, kind, attributes) => {
      if (!isRecorded || left.count === 0) return undefined;
      left.count -= 1;
      const below = trace.setSpan(ROOT_CONTEXT, otel);
      return spanOf(tracer, tracer.startSpan(name, { kind: KINDS[kind], attributes }, below), left, onEnded);
    },
    end: (errorType) => {
      if (!isRecorded) return;
      if (errorType !== undefined) {
        otel.setAttribute('error.type', errorType);
        otel.setStatus({ code: SpanStatusCode.ERROR });
      }
      otel.end();
      onEnded();
    },
  };
}

/** Returns what a header says of the trace to go on with; a new one for none. */
function contextOf(traceparent: string | undefined): Context {
  const parent: SpanContext | null = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

/** Creates a maker of spans with bounds of its own; variables of OpenTelemetry in the environment change none of them. */
export function createTracer({
  service,
  version,
  url,
  headers,
  exportTimeoutMs,
  ratio,
  onEnded,
  onSent,
}: TracerParts): SpanMaker {
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: exportTimeoutMs,
    concurrencyLimit: MAX_BATCHES_UNDER_WAY,
    httpAgentOptions: shortConnections(exportTimeoutMs),
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      // Tells the processes of a service apart.
      'service.instance.id': randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeCountLimit: MAX_ATTRIBUTES, attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportingExporter(exporter, onSent),
        maxQueueSize: MAX_WAITING_SPANS,
        maxExportBatchSize: MAX_BATCH,
        scheduledDelayMillis: BATCH_DELAY_MS,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer('@cytocomm/runtime', version);
  return {
    begin: (name, kind, attributes, traceparent) => {
      const otel = tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(traceparent));
      return spanOf(tracer, otel, { count: MAX_SPANS_OF_TRACE - 1 }, onEnded);
    },
    shutdown: () => provider.shutdown(),
  };
}
