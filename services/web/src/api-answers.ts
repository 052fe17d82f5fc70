import { createTroubleLog, currentTraceparent, step } from '@cytocomm/runtime';
import type { Logger } from 'pino';

/** How long an answer is fresh, in ms. */
const FRESH_MS = 500;
const TIMEOUT_MS = 1000;
/** How long the API is not called after a failure, in ms. */
const COOLDOWN_MS = 1000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ANSWERS = 50;
const API_CALL = { 'http.request.method': 'GET', 'peer.service': 'portal-api' } as const;

/** An answer of the API. `stale`: the last one, while the API is down. */
type ApiAnswer =
  | { readonly kind: 'value'; readonly value: unknown; readonly stale: boolean }
  /** The API has no such item. */
  | { readonly kind: 'missing' }
  /** The API is down, and there is no last answer. */
  | { readonly kind: 'away' };

/** Calls the API at most twice a second per address, with the id of the first request. */
export interface ApiAnswers {
  ask(path: string, requestId?: string): Promise<ApiAnswer>;
}

interface CachedAnswer {
  readonly until: number;
  readonly answer: Promise<ApiAnswer>;
}

/** The API sent something unexpected. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} was answered with ${status}`);
    this.status = status;
  }
}

async function fetchJson(url: string, requestId: string | undefined, timeoutMs: number): Promise<unknown> {
  const traceparent = currentTraceparent();
  const response = await fetch(url, {
    headers: {
      Accept: 'application/json',
      ...(requestId !== undefined && { 'X-Request-Id': requestId }),
      ...(traceparent !== undefined && { traceparent }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Refused(url, response.status);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`${url} answers with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** How an API is asked. */
export interface ApiAnswersOptions {
  readonly now?: () => number;
  /** How long a page waits for the API, 1 s by default; then it is made with the last answer, or without. */
  readonly timeoutMs?: number | undefined;
}

/** Creates the reader of an API, which caches the last answers for when it is down. */
export function createApiAnswers(
  origin: string,
  log: Logger,
  { now = Date.now, timeoutMs = TIMEOUT_MS }: ApiAnswersOptions = {},
): ApiAnswers {
  const trouble = createTroubleLog(log, 'the API did not answer for a page');
  const cache = new Map<string, CachedAnswer>();

  async function fresh(
    path: string,
    requestId: string | undefined,
    before: Promise<ApiAnswer> | undefined,
  ): Promise<ApiAnswer> {
    try {
      const ask = () => fetchJson(origin + path, requestId, timeoutMs);
      const value = await step('ask the API', 'client', API_CALL, ask);
      trouble.works();
      return { kind: 'value', value, stale: false };
    } catch (error) {
      if (error instanceof Refused && (error.status === 404 || error.status === 400)) {
        trouble.works();
        return { kind: 'missing' };
      }
      trouble.failed(error, { path, requestId });
      const last = await before;
      return last?.kind === 'value' ? { ...last, stale: true } : { kind: 'away' };
    }
  }

  return {
    ask(path, requestId) {
      const last = cache.get(path);
      if (last && now() < last.until) return last.answer;
      const answer = fresh(path, requestId, last?.answer);
      cache.delete(path);
      cache.set(path, { until: now() + timeoutMs + FRESH_MS, answer });
      // Concurrent calls share one answer.
      answer.then((result) => {
        const failed = result.kind === 'away' || (result.kind === 'value' && result.stale);
        if (cache.get(path)?.answer === answer)
          cache.set(path, { until: now() + (failed ? COOLDOWN_MS : FRESH_MS), answer });
      });
      const oldest = cache.keys().next().value;
      if (cache.size > MAX_ANSWERS && oldest !== undefined) cache.delete(oldest);
      return answer;
    },
  };
}
