import { type ApiProblem, localProblem, MISCONFIGURED, malformed, refusal } from './api-problem.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** The headers of an answer, by name. */
export type AnswerHeaders = Pick<Headers, 'get'>;

/** What came back over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: () => Promise<string>;
}

/** A call that did not do what was asked. */
export interface Failed {
  readonly error: ApiProblem;
  readonly data?: undefined;
}

/** What was asked for, or why it is not there. */
export type Result<Data> = { readonly data: Data; readonly error?: undefined } | Failed;

/** What a call was answered with, and the headers of a success: `etag`, `link`. */
export type Answer<Reply> =
  | { readonly data: Reply; readonly headers: AnswerHeaders; readonly error?: undefined }
  | Failed;

/**
 * Reads an answer: null for 204, else JSON. A page, JSON that is cut off, and what `expects` refuses are problems, whatever the
 * status says.
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
  // Only 204 is meant to be empty; any other success without a body comes from somewhere else.
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
