import { type BackendToken, type Call, mintBackendToken } from '@cytocomm/contract';
import {
  type Answer,
  type ApiProblem,
  type Caller,
  type CallRequest,
  fetchTransport,
  type Result,
  type SendOptions,
  sendAs,
  type Transport,
} from '@cytocomm/http';
import { useSession } from '@cytocomm/session';
import { caller } from './caller.ts';

/** A backend of a remote's own, as its `remote.config.ts` and the platform's table name it. */
export interface RemoteBackend {
  readonly remote: string;
  readonly audience: string;
}

/** For how long a token is used, in ms: a minute less than it is good for. */
const USED_MS = 4 * 60_000;

interface Kept {
  readonly answer: Promise<Result<BackendToken>>;
  readonly until: number;
}

// Of one person in one view of the portal: the next gets tokens of their own.
const kept = new Map<string, Kept>();
let owner = '';

const isToken = (body: unknown) =>
  typeof body === 'object' && body !== null && 'token' in body && 'origin' in body && typeof body.origin === 'string';

async function mint({ remote, audience }: RemoteBackend): Promise<Result<BackendToken>> {
  return sendAs(caller, mintBackendToken, { body: { remote, audience }, changesNothing: true, expects: isToken });
}

/** Returns the token for a backend, minted now or before; `renew` asks for another. */
function tokenFor(backend: RemoteBackend, renew: boolean): Promise<Result<BackendToken>> {
  const { email, previewAs } = useSession.getState();
  const person = `${email} ${previewAs}`;
  if (person !== owner) kept.clear();
  owner = person;
  const key = `${backend.remote} ${backend.audience}`;
  const before = kept.get(key);
  if (!renew && before !== undefined && performance.now() < before.until) return before.answer;
  const answer = mint(backend);
  kept.set(key, { answer, until: performance.now() + USED_MS });
  void answer.then(({ error }) => {
    if (error && kept.get(key)?.answer === answer) kept.delete(key);
  });
  return answer;
}

/** Returns a problem of a backend; one that says that the portal is away says what is. */
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
