import type { FieldProblem, Problem } from '@cytocomm/contract';

/**
 * Why a call failed, after the API's problem details (RFC 9457): plain data, so that a store can hold it and every copy of this
 * package knows it.
 */
export interface ApiProblem {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The API's stable code, `http-502` when an answer has none, or one of {@link LocalCode}. */
  readonly code: string;
  /** What happened, for people. */
  readonly detail: string;
  /** To be named when asking for help. */
  readonly requestId: string | null;
  readonly errors: readonly FieldProblem[];
  /** Seconds to wait before trying again, when the server says so. */
  readonly retryAfter: number | null;
}

/**
 * What this side of the connection finds: no answer, none in time, a page, an answer that cannot be read, a change in a preview,
 * a person who did not confirm.
 */
export type LocalCode =
  | 'aborted'
  | 'unreachable'
  | 'timeout'
  | 'misconfigured'
  | 'malformed'
  | 'preview'
  | 'not-confirmed';

/** The sentence for an API address that answers with the portal's own page (specification, section 8). */
export const MISCONFIGURED = '⚠️ Frontend is calling itself. Check VITE_API_BASE_URL.';

/** Returns a problem that this side of the connection has found. */
export function localProblem(code: LocalCode, detail: string, status = 0): ApiProblem {
  return { status, code, detail, requestId: null, errors: [], retryAfter: null };
}

/** Returns the problem of a call that its signal has ended. */
export const aborted = (): ApiProblem => localProblem('aborted', 'The call was ended before it was answered.');

/** Returns the problem of an answer that cannot be read, or is not what the call promises. */
export const malformed = (
  status: number,
  detail = 'The portal gave an answer that cannot be read. Try again.',
): ApiProblem => localProblem('malformed', detail, status);

/** Returns the problem that the body of a refusal describes; fields of another type are ignored. */
export function refusal(status: number, body: unknown, retryAfter: number | null): ApiProblem {
  const problem: Partial<Record<keyof Problem, unknown>> = Object(body);
  const text = (value: unknown) => (typeof value === 'string' && value ? value : null);
  const title = text(problem.title) ?? (status < 500 ? 'The portal refused this' : 'The portal has a problem');
  return {
    status,
    code: text(problem.code) ?? `http-${status}`,
    detail: text(problem.detail) ?? `${title}.`,
    requestId: text(problem.requestId),
    errors: Array.isArray(problem.errors) ? problem.errors.flatMap(fieldProblem) : [],
    retryAfter,
  };
}

function fieldProblem(entry: unknown): FieldProblem[] {
  const { path, message } = { path: null, message: '', ...Object(entry) };
  return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
}
