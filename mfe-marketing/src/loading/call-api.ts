import { isPage, MISCONFIGURED } from '@cytocomm/session';

/** How long a call of a public page may take, in ms. */
const TIMEOUT_MS = 15_000;

const UNREADABLE = 'The server gave an answer that cannot be read. Try again.';

/** The server answered, but not with what was asked for. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly status: number;
  /** The API's stable code, when the answer has one. */
  readonly code: string | null;
  /** Seconds to wait before trying again, when the server says so. */
  readonly retryAfter: number | null;
  readonly fields: readonly { readonly path: string; readonly message: string }[];

  constructor(status: number, body: unknown, retryAfter: string | null) {
    const problem = typeof body === 'object' && body !== null ? body : {};
    super(
      'detail' in problem && typeof problem.detail === 'string' ? problem.detail : `The server answered ${status}.`,
    );
    this.status = status;
    this.code = 'code' in problem && typeof problem.code === 'string' ? problem.code : null;
    const seconds = Number(retryAfter ?? Number.NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : null;
    const errors: unknown = 'errors' in problem ? problem.errors : [];
    this.fields = Array.isArray(errors) ? errors.flatMap(readField) : [];
  }
}

function readField(entry: unknown): { path: string; message: string }[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { path, message } = { path: '', message: '', ...entry };
  return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
}

function parseJson(status: number, text: string): unknown {
  if (status === 204) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new CallRefused(status, { detail: UNREADABLE }, null);
  }
}

/**
 * Calls the API as a visitor: no cookie goes along. Returns the body of a 2xx; throws CallRefused for any other answer,
 * for a page in place of JSON and for JSON that is cut off, and whatever fetch throws when no answer comes in time.
 */
export async function callApi(path: string, init: RequestInit = {}): Promise<unknown> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(path, {
    ...init,
    credentials: 'omit',
    headers: { accept: 'application/json', ...init.headers },
    signal: init.signal ? AbortSignal.any([init.signal, deadline]) : deadline,
  });
  const { status } = response;
  const text = await response.text();
  if (isPage(response, text)) throw new CallRefused(status, { detail: MISCONFIGURED }, null);
  const body = parseJson(status, text);
  if (!response.ok) throw new CallRefused(status, body, response.headers.get('retry-after'));
  return body;
}
