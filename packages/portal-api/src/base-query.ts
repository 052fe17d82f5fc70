import { type BackendToken, type Call, mintBackendToken } from '@cytocomm/contract';
import {
  type Answer,
  type AnswerHeaders,
  type ApiProblem,
  type Caller,
  type CallRequest,
  fetchTransport,
  type Result,
  type SendOptions,
  sendAs,
  type Transport,
} from '@cytocomm/http';
import { askConfirmation, endSession, freshIdToken, useSession } from '@cytocomm/session';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';

/** The caller of this tab. A visitor's call asks for no token. */
const caller: Caller = {
  previewAs: () => useSession.getState().previewAs,
  token: async (renew) => {
    const { status } = useSession.getState();
    return status === 'signed-in' || status === 'restoring' ? freshIdToken({ renew }) : { data: null };
  },
  onRefused: () => endSession('Your session has ended. Sign in again to go on.'),
  confirm: askConfirmation,
};

/** Words a 401 for a person whose session ended during the call: the API only sees a visitor. */
const afterExpiry = (error: ApiProblem): ApiProblem =>
  error.status === 401 && error.code !== 'misconfigured'
    ? { ...error, detail: 'Your session ended meanwhile.' }
    : error;

/** Makes one call as the person of this tab, past the cache: for operations of their own, such as an upload. */
export async function sendAsMe<Params, Query, Body, Reply>(
  call: Call<Params, Query, Body, Reply>,
  request: CallRequest<Params, Query, Body> & SendOptions,
): Promise<Answer<Reply>> {
  const answer = await sendAs<Params, Query, Body, Reply>(caller, call, request);
  return answer.error ? { error: afterExpiry(answer.error) } : answer;
}

/** A request of an endpoint of `portalApi`. */
export interface PortalRequest extends Pick<SendOptions, 'headers' | 'expects'> {
  readonly call: Call<object, object>;
  /** Whose call it is; the portal's own API by default. */
  readonly backend?: RemoteBackend | undefined;
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** How `portalApi` calls the API: every failure is an `ApiProblem`; an answer's headers are its meta. */
export type PortalBaseQuery = BaseQueryFn<
  PortalRequest,
  unknown,
  ApiProblem,
  object,
  { readonly headers: AnswerHeaders }
>;

/** Makes one call of the API, or of a remote's own backend, as the person of this tab. */
export const portalBaseQuery: PortalBaseQuery = async ({ backend, call, ...request }, { signal }) => {
  if (backend !== undefined) {
    const answer = await sendToBackend<object, object, unknown, unknown>(backend, call, { ...request, signal });
    return resultOf(answer);
  }
  const answer = await sendAs<object, object, unknown, unknown>(caller, call, { ...request, signal });
  // A refused role means that the roles held here are outdated; a new token has the current ones.
  if (answer.error?.status === 403) void caller.token(true);
  return resultOf(answer);
};

const resultOf = (answer: Answer<unknown>) =>
  answer.error ? { error: answer.error } : { data: answer.data, meta: { headers: answer.headers } };

/** A backend of a remote's own, as its `remote.config.ts` and the platform's table name it. */
export interface RemoteBackend {
  readonly remote: string;
  readonly audience: string;
}

/** How long a token is reused, in ms: a minute less than its lifetime. */
const TOKEN_TTL_MS = 4 * 60_000;

interface CachedToken {
  readonly answer: Promise<Result<BackendToken>>;
  readonly until: number;
}

// The tokens of one person and one preview; cleared for the next.
const cachedTokens = new Map<string, CachedToken>();
let owner = '';

const isToken = (body: unknown) =>
  typeof body === 'object' && body !== null && 'token' in body && 'origin' in body && typeof body.origin === 'string';

async function mint({ remote, audience }: RemoteBackend): Promise<Result<BackendToken>> {
  return sendAs(caller, mintBackendToken, { body: { remote, audience }, changesNothing: true, expects: isToken });
}

/** Returns the token for a backend, a cached one unless `renew`. */
function tokenFor(backend: RemoteBackend, renew: boolean): Promise<Result<BackendToken>> {
  const { email, previewAs } = useSession.getState();
  const person = `${email} ${previewAs}`;
  if (person !== owner) cachedTokens.clear();
  owner = person;
  const key = `${backend.remote} ${backend.audience}`;
  const before = cachedTokens.get(key);
  if (!renew && before !== undefined && performance.now() < before.until) return before.answer;
  const answer = mint(backend);
  cachedTokens.set(key, { answer, until: performance.now() + TOKEN_TTL_MS });
  void answer.then(({ error }) => {
    if (error && cachedTokens.get(key)?.answer === answer) cachedTokens.delete(key);
  });
  return answer;
}

/** Words a lost connection as one to the backend instead of the portal. */
function ofBackend(error: ApiProblem): ApiProblem {
  if (error.code !== 'unreachable' && error.code !== 'timeout') return error;
  return { ...error, detail: 'A service that this part of the portal needs cannot be reached. Try again.' };
}

/**
 * Makes one call of a remote's own backend as the person of this tab, past the cache. It carries a token for that backend
 * alone, never the portal's own or a cookie, and goes only where the platform's table says that the backend is. Throws for a
 * call whose address does not begin with a slash.
 */
export function sendToBackend<Params, Query, Body, Reply>(
  backend: RemoteBackend,
  call: Call<Params, Query, Body, Reply>,
  request: CallRequest<Params, Query, Body> &
    Omit<SendOptions, 'transport' | 'credentials' | 'changesNothing' | 'begunOutside'>,
): Promise<Answer<Reply>>;
export async function sendToBackend<Reply>(
  backend: RemoteBackend,
  call: Call<object, object, unknown, Reply>,
  request: Omit<SendOptions, 'transport' | 'credentials' | 'changesNothing' | 'begunOutside'>,
): Promise<Answer<Reply>> {
  if (!call.path.startsWith('/')) throw new Error(`"${call.path}" does not begin with a slash.`);
  let origin: string | undefined;
  const asTeam: Caller = {
    // The role of a preview is in the token; changes are not sent.
    previewAs: () => (call.method === 'GET' ? null : caller.previewAs()),
    token: async (renew) => {
      const answer = await tokenFor(backend, renew);
      if (answer.error) return answer;
      origin = answer.data.origin;
      return { data: answer.data.token };
    },
    // What a backend refuses says nothing about the session.
    onRefused: () => undefined,
  };
  const transport: Transport = (address, init) =>
    fetchTransport(`${origin}${address}`, {
      ...init,
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
  const answer = await sendAs<object, object, unknown, Reply>(asTeam, call, { ...request, transport });
  return answer.error && origin !== undefined ? { error: ofBackend(answer.error) } : answer;
}
