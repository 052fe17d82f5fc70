import { freshIdToken, sessionEnded, useSession } from '@cytocomm/session';
import type { BaseQueryFn, FetchArgs, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import {
  type ApiProblem,
  isPage,
  late,
  malformed,
  misconfigured,
  parseJson,
  problemOfAnswer,
  readOnly,
  sessionProblem,
  unreachable,
} from './problem.ts';

const TIMEOUT_MS = 15_000;

// A whole address, because a Request outside of a browser (prerendering, tests) knows no page to be relative to.
const origin = typeof location === 'undefined' ? '' : location.origin;
const send = fetchBaseQuery({
  baseUrl: `${origin}/api`,
  credentials: 'same-origin',
  timeout: TIMEOUT_MS,
  responseHandler: 'text',
});

/** How `portalApi` calls the API: every failure is an `ApiProblem`. */
export type PortalBaseQuery = BaseQueryFn<string | FetchArgs, unknown, ApiProblem, object, FetchBaseQueryMeta>;

/**
 * One call of the API. Where somebody is signed in it carries a fresh ID token, is tried once more with a new one when
 * it is refused as nobody's, and ends the session here when that is refused too. A visitor's call asks for no token.
 */
export const portalBaseQuery: PortalBaseQuery = async (args, api, extra) => {
  const request = typeof args === 'string' ? { url: args } : args;
  const { previewAs } = useSession.getState();
  if (previewAs !== null && isChange(request)) return { error: readOnly(previewAs) };
  try {
    const token = await idToken(false);
    const first = await attempt(request, token, api, extra);
    if (first.error === undefined || token === null) return first;
    if (first.error.status === 403) rolesMayHaveChanged();
    if (first.error.status !== 401) return first;

    const renewed = await idToken(true);
    if (renewed === null) return first;
    const second = await attempt(request, renewed, api, extra);
    if (second.error?.status === 401) sessionEnded('Your session has ended. Sign in again to go on.');
    return second;
  } catch (cause) {
    return { error: sessionProblem(cause) };
  }
};

async function idToken(renew: boolean): Promise<string | null> {
  const { status } = useSession.getState();
  if (status !== 'signed-in' && status !== 'restoring') return null;
  return freshIdToken({ renew });
}

/** A refused role shows that the roles held here are old; the new token brings the present ones. */
function rolesMayHaveChanged(): void {
  freshIdToken({ renew: true }).catch((cause: unknown) => {
    // The refusal itself is already on its way to the caller; that roles could not be read anew changes nothing in it.
    sessionProblem(cause);
  });
}

async function attempt(
  request: FetchArgs,
  token: string | null,
  api: Parameters<PortalBaseQuery>[1],
  extra: object,
): Promise<
  { data: unknown; error?: undefined; meta?: FetchBaseQueryMeta } | { error: ApiProblem; meta?: FetchBaseQueryMeta }
> {
  const { previewAs } = useSession.getState();
  const headers = new Headers(Object.entries(request.headers ?? {}).filter(isHeader));
  headers.set('accept', 'application/json');
  // The server then answers as it would answer somebody with that role alone.
  if (previewAs !== null) headers.set('preview-as', previewAs);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const { data, error, meta } = await send({ ...request, headers }, api, extra);
  const kept = meta === undefined ? {} : { meta };
  // An answer that breaks off half-way is a connection that broke.
  if (error?.status === 'FETCH_ERROR' || error?.status === 'PARSING_ERROR') return { error: unreachable(), ...kept };
  if (error?.status === 'TIMEOUT_ERROR') return { error: late(), ...kept };

  const response = meta?.response;
  const status = response?.status ?? 0;
  const text = String(error === undefined ? (data ?? '') : (error.data ?? ''));
  if (error !== undefined) {
    return { error: problemOfAnswer(status, text, response?.headers.get('retry-after') ?? null), ...kept };
  }
  if (isPage(text)) return { error: misconfigured(status), ...kept };
  // Only 204 is meant to be empty; any other answer without a body comes from somewhere else.
  const body = status === 204 ? null : parseJson(text);
  if (body === undefined) {
    return { error: malformed(status), ...kept };
  }
  return { data: body, ...kept };
}

function isChange({ method = 'GET' }: FetchArgs): boolean {
  return !['GET', 'HEAD'].includes(method.toUpperCase());
}

function isHeader(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}
