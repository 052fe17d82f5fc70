import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of a span; never what a person sent. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Who waits for whom: `server` answers a request, `client` waits for another process. */
export type SpanKind = 'server' | 'client' | 'internal';

/** A timed part of a trace. */
export interface Span {
  /** The id of the trace, when it is recorded; else undefined. */
  readonly traceId: string | undefined;
  /** The W3C header by which another process goes on with the trace, or with not recording it. */
  readonly traceparent: string;
  /** Names it again, when it is known what it was. */
  rename(name: string): void;
  /** Adds attributes. */
  note(attributes: Attributes): void;
  /** Begins a span below; undefined when this one is not recorded, or its trace has as many as it may have. */
  begin(name: string, kind: SpanKind, attributes: Attributes): Span | undefined;
  /** Ends it; as an error with the kind of error. */
  end(errorType?: string): void;
}

const spans = new AsyncLocalStorage<Span | undefined>();

/** Runs `work`, and all that it starts, within a span. Returns its result. */
export function inSpan<Result>(span: Span, work: () => Result): Result {
  return spans.run(span, work);
}

/** Adds attributes to the current span, if there is one. */
export function noteOnSpan(attributes: Attributes): void {
  spans.getStore()?.note(attributes);
}

/** Returns the current span; undefined without traces. */
export function currentSpan(): Span | undefined {
  return spans.getStore();
}

/** Returns the header that passes the current trace on; undefined without one. */
export function currentTraceparent(): string | undefined {
  return spans.getStore()?.traceparent;
}

/** Returns the kind of an error: its name, never its words, which quote addresses. */
function errorTypeOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Runs `work` within a span and ends the span with it. Returns its result. */
export async function during<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await inSpan(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(errorTypeOf(error));
    throw error;
  }
}

/** Runs `work` as a step of the current trace, if there is one. Returns its result. */
export function step<Result>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = spans.getStore()?.begin(name, kind, attributes);
  return span === undefined ? work() : during(span, work);
}
