import { MISCONFIGURED, SessionFailure } from './failure.ts';

const TIMEOUT_MS = 10_000;

/** True for a plain JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * One call below `/api/auth`. Answers the parsed JSON (null for an empty reply) and throws a `SessionFailure`
 * for everything else: no connection, no answer in time, a refusal, a page of HTML where JSON is due.
 */
export async function callAuth(
  path: `/${string}`,
  { method = 'POST', body }: { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; body?: unknown } = {},
): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`/api/auth${path}`, {
      method,
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    text = await response.text();
  } catch (cause) {
    const late = cause instanceof Error && cause.name === 'TimeoutError';
    throw late
      ? new SessionFailure('timeout', 'The portal did not answer in time. Try again.', { cause })
      : new SessionFailure('unreachable', 'The portal cannot be reached. Check your connection and try again.', {
          cause,
        });
  }
  return readReply(response, text);
}

/** Whether an answer of the API is a page: then something else than the API was asked. */
export function isPage(response: Response, text: string): boolean {
  return /^text\/html\b/i.test(response.headers.get('content-type') ?? '') || text.trimStart().startsWith('<');
}

/** Returns the JSON of an answer, null for 204; throws a `SessionFailure` for everything else. */
export function readReply(response: Response, text: string): unknown {
  const { status } = response;
  if (isPage(response, text)) {
    throw new SessionFailure('misconfigured', MISCONFIGURED, { status });
  }
  const reply = parseJson(text, status);
  if (response.ok) return reply;
  const problem = isRecord(reply) ? reply : {};
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new SessionFailure('refused', asText(problem.detail) ?? asText(problem.title) ?? 'The portal refused this.', {
    status,
    code: asText(problem.code),
    retryAfter: Number.isFinite(wait) ? wait : null,
  });
}

function parseJson(text: string, status: number): unknown {
  if (text === '' && (status === 204 || status >= 400)) return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SessionFailure('malformed', 'The portal gave an answer that cannot be read. Try again.', {
      status,
      cause,
    });
  }
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
