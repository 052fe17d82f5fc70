import type { FieldProblem, ProblemCode } from '@cytocomm/contract';

/** What an error may carry besides status, code and detail. */
interface Extras {
  readonly errors?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** The id of what exists and is not the caller's to know of; it never leaves the server. */
  readonly hides?: string;
}

/** A refusal with the words and the code that the caller gets; anything else that is thrown becomes a 500. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ProblemCode;
  readonly errors: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly hides: string | undefined;

  constructor(status: number, code: ProblemCode, detail: string, extras: Extras = {}) {
    super(detail, { cause: extras.cause });
    this.status = status;
    this.code = code;
    this.errors = extras.errors;
    this.headers = extras.headers ?? {};
    this.hides = extras.hides;
  }
}

/** 400: fields that the schema refuses. */
export function invalidFields(errors: readonly FieldProblem[]): ApiError {
  const named = errors.map((error) => `${error.path}: ${error.message}`).join('; ');
  return new ApiError(400, 'validation', `Not accepted. ${named}`, { errors });
}

/** 401: no session, no token, or one that no longer counts. */
export function notSignedIn(detail = 'Sign in to do this.'): ApiError {
  return new ApiError(401, 'not-signed-in', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** 403: signed in, but without the role. */
export function forbidden(detail = 'Your role does not allow this.'): ApiError {
  return new ApiError(403, 'forbidden', detail);
}

/** 404: it does not exist, or, where `hides` names it, its existence is not the caller's to know. The answer is the same. */
export function notFound(detail = 'There is nothing at this address.', hides?: string): ApiError {
  return new ApiError(404, 'not-found', detail, hides === undefined ? {} : { hides });
}

/** 409 with the code that says which conflict. */
export function conflict(code: 'already-exists' | 'conflict' | 'last-admin', detail: string): ApiError {
  return new ApiError(409, code, detail);
}

/** 429 with the seconds to wait. */
export function rateLimited(retryAfterSeconds: number): ApiError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new ApiError(429, 'rate-limited', `Too many requests. Try again in ${seconds} seconds.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

/** 503: this process does not answer such calls now, another one or a later try will. */
export function serviceUnavailable(detail: string): ApiError {
  return new ApiError(503, 'unavailable', detail, { headers: { 'Retry-After': '1' } });
}
