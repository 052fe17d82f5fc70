import type { FieldProblem, ProblemCode } from '@cytocomm/contract';

/** Optional parts of an error. */
interface Extras {
  readonly errors?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** The id of a record that is hidden from the caller; never sent. */
  readonly hides?: string;
}

/** An error with the code and detail that the caller gets; other errors become 500. */
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

/** Returns 400 for invalid fields. */
export function invalidFields(errors: readonly FieldProblem[]): ApiError {
  const named = errors.map((error) => `${error.path}: ${error.message}`).join('; ');
  return new ApiError(400, 'validation', `Not accepted. ${named}`, { errors });
}

/** Returns 400 for a role that neither the portal nor a row of the table of remotes has. */
export function unknownRole(path: string, role: string): ApiError {
  const message = `There is no role ${role}: the table of remotes names those of teams.`;
  return new ApiError(400, 'validation', message, { errors: [{ path, message }] });
}

/** Returns 401 for a missing or invalid session or token. */
export function notSignedIn(detail = 'Sign in to do this.'): ApiError {
  return new ApiError(401, 'not-signed-in', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** Returns 403 for a missing role. */
export function forbidden(detail = 'Your role does not allow this.'): ApiError {
  return new ApiError(403, 'forbidden', detail);
}

/** Returns 404. `hides` is the id of a record whose existence the caller must not learn; the response is the same. */
export function notFound(detail = 'There is nothing at this address.', hides?: string): ApiError {
  return new ApiError(404, 'not-found', detail, hides === undefined ? {} : { hides });
}

/** Returns 409. */
export function conflict(code: 'already-exists' | 'conflict' | 'last-admin', detail: string): ApiError {
  return new ApiError(409, code, detail);
}

/** Returns 429 with `Retry-After`, which alone says how long: pages tell it in words. */
export function rateLimited(retryAfterSeconds: number): ApiError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new ApiError(429, 'rate-limited', 'Too many requests.', {
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Returns 503 with `Retry-After`: another process, or a later try, may succeed. */
export function serviceUnavailable(detail: string): ApiError {
  return new ApiError(503, 'unavailable', detail, { headers: { 'Retry-After': '1' } });
}
