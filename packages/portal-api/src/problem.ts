import { MISCONFIGURED, SessionFailure } from '@cytocomm/session';

/** What went wrong with one field of a request. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** Every failed call, in the shape of the API's problem details (RFC 9457). */
export interface ApiProblem {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The API's stable code, or `unreachable`, `timeout`, `misconfigured`, `malformed` for what never reached it. */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** To be named when asking for help. */
  readonly requestId: string | null;
  readonly errors: readonly FieldProblem[];
  /** Seconds to wait before trying again, when the server says so. */
  readonly retryAfter: number | null;
}

/** A problem that this side of the connection has found. */
export function localProblem(code: string, title: string, detail: string, status = 0): ApiProblem {
  return { status, code, title, detail, requestId: null, errors: [], retryAfter: null };
}

/** The problem of an API address that answers with a page. */
export const misconfigured = (status: number): ApiProblem =>
  localProblem('misconfigured', 'Misconfigured', MISCONFIGURED, status);

/** No answer at all. */
export const unreachable = (): ApiProblem =>
  localProblem('unreachable', 'No connection', 'The portal cannot be reached. Check your connection and try again.');

/** No answer in time. */
export const late = (): ApiProblem =>
  localProblem('timeout', 'No answer', 'The portal did not answer in time. Try again.');

/** A change that was asked for in a preview of a role. */
export const readOnly = (role: string): ApiProblem =>
  localProblem(
    'preview',
    'Preview',
    `This is a preview as ${role}; nothing was changed. End the preview to change it.`,
  );

/** The problem behind a failure to get an ID token. */
export function sessionProblem(cause: unknown): ApiProblem {
  if (!(cause instanceof SessionFailure)) throw cause;
  return {
    ...localProblem(cause.code ?? cause.kind, 'Sign-in could not be checked', cause.message, cause.status),
    retryAfter: cause.retryAfter,
  };
}

/** The problem that a refusal describes; whatever a proxy on the way may have put into its body is tolerated. */
function readProblem(status: number, body: unknown, retryAfter: string | null): ApiProblem {
  const problem = typeof body === 'object' && body !== null ? new Map(Object.entries(body)) : new Map();
  const text = (key: string): string | null => {
    const value: unknown = problem.get(key);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const seconds = Number(retryAfter ?? Number.NaN);
  const title = text('title') ?? (status >= 500 ? 'The portal has a problem' : 'The portal refused this');
  return {
    status,
    code: text('code') ?? `http-${status}`,
    title,
    detail: text('detail') ?? `${title}.`,
    requestId: text('requestId'),
    errors: readFieldProblems(problem.get('errors')),
    retryAfter: Number.isFinite(seconds) ? seconds : null,
  };
}

/** Whether an answer says that a record was stored, and which one; a page or half an answer says nothing. */
export function isStored(status: number, text: string): boolean {
  const record = parseJson(text);
  return status >= 200 && status < 300 && typeof record === 'object' && record !== null && 'id' in record;
}

/** An answer that cannot be read. */
export const malformed = (status: number): ApiProblem =>
  localProblem('malformed', 'Unreadable answer', 'The portal gave an answer that cannot be read. Try again.', status);

/** The problem of an answer that refuses: its own words, or what can be told from its status. */
export function problemOfAnswer(status: number, text: string, retryAfter: string | null): ApiProblem {
  if (status < 400 && !isPage(text)) return malformed(status);
  return isPage(text) ? misconfigured(status) : readProblem(status, parseJson(text), retryAfter);
}

/** True for a page where data is due. */
export const isPage = (text: string): boolean => text.trimStart().startsWith('<');

/** The JSON of a body, undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readFieldProblems(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { path, message } = { path: '', message: '', ...entry };
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
  });
}

/** True for the problem that every call of `portalApi` fails with. */
export function isApiProblem(error: unknown): error is ApiProblem {
  return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error && 'errors' in error;
}

/** The sentence for people: what is wrong, field by field where the server says so, and how long to wait. */
export function problemSentence(error: unknown): string {
  if (!isApiProblem(error)) return 'Something went wrong in this page. Try again.';
  const fields = error.errors
    .map(({ path, message }) => {
      // `body.title` is the title to people.
      const field = path.replace(/^(body|query|params)\.?/, '');
      return field === '' ? message : `${field}: ${message}`;
    })
    .join('. ');
  const wait =
    error.retryAfter !== null && error.retryAfter > 0 ? ` Try again in ${waitingTime(error.retryAfter)}.` : '';
  return `${fields === '' ? error.detail : fields}${wait}`;
}

/** The same with the id to quote for a fault of the portal, where nothing else shows it. */
export function problemMessage(error: unknown): string {
  const isFault = isApiProblem(error) && error.status >= 500 && error.requestId !== null;
  return `${problemSentence(error)}${isFault ? ` (Request ${error.requestId})` : ''}`;
}

function waitingTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
