import { type ApiProblem, localProblem, MISCONFIGURED, malformed, refusal } from './api-problem.ts';

/** Longer waiting times are ignored, in seconds: a day. */
const MAX_WAIT_S = 86_400;

/** Returns the seconds of a `Retry-After` header, which holds seconds or a date; null without a plausible one. */
export function retryAfterSeconds(header: string | null, now = Date.now()): number | null {
  if (!header) return null;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return seconds <= MAX_WAIT_S ? Math.max(0, seconds) : null;
}

/** The headers of an answer, by name. */
export type AnswerHeaders = Pick<Headers, 'get'>;

/** An answer as received. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: () => Promise<string>;
}

/** The result of a failed call. */
export interface Failed {
  readonly error: ApiProblem;
  readonly data?: undefined;
}

/** The data, or the problem. */
export type Result<Data> = { readonly data: Data; readonly error?: undefined } | Failed;

/** The reply with its headers (`etag`, `link`), or the problem. */
export type Answer<Reply> =
  | { readonly data: Reply; readonly headers: AnswerHeaders; readonly error?: undefined }
  | Failed;

/**
 * Reads an answer: null for 204, else JSON. A page, truncated JSON, and a body that `expects` refuses are problems with any
 * status.
 */
export async function readAnswer<Reply>(
  answer: RawAnswer,
  expects: ((body: unknown) => boolean) | undefined,
): Promise<Answer<Reply>> {
  const { status, headers } = answer;
  const text = await answer.text();
  if (/^text\/html\b/i.test(headers.get('content-type') ?? '') || text.trimStart().startsWith('<'))
    return { error: localProblem('misconfigured', MISCONFIGURED, status) };
  const body = parseJson(text);
  if (status >= 400) return { error: refusal(status, body, retryAfterSeconds(headers.get('retry-after'))) };
  // Only 204 is empty; any other success without a body is not from the API.
  const data = status === 204 ? null : body;
  if (!isReply<Reply>(data, expects) || status >= 300) return { error: malformed(status) };
  return { data, headers };
}

/** Whether a body is the call's reply. The table of calls promises its type; a caller that must be sure passes `expects`. */
function isReply<Reply>(body: unknown, expects: ((body: unknown) => boolean) | undefined): body is Reply {
  return body !== undefined && expects?.(body) !== false;
}

/** Returns the value of a JSON text, undefined for anything else. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
