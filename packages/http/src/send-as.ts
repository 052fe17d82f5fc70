import { addressOf, type Call } from '@cytocomm/contract';
import type { Answer, Result } from './answer.ts';
import { aborted, localProblem } from './api-problem.ts';
import type { AnyRequest, CallRequest, RequestArguments, SendOptions } from './request.ts';
import { transmit } from './send-plain.ts';

/**
 * Makes a call of the API. Resolves to its answer or to what went wrong, and does not reject: no connection, no answer in
 * time, a refusal and a page in the place of data are problems. It rejects for a parameter that cannot stand in the address.
 */
export function send<Params, Query, Body, Reply>(
  call: Call<Params, Query, Body, Reply>,
  ...request: RequestArguments<Params, Query, Body>
): Promise<Answer<Reply>>;
export async function send<Reply>(
  { method, path }: Call<unknown, unknown, unknown, Reply>,
  { params, query, ...request }: AnyRequest = {},
): Promise<Answer<Reply>> {
  return transmit(method, addressOf<object, object>({ method, path }, params, query), request);
}

/** Who makes a call. The session knows; this package does not know the session. */
export interface Caller {
  /** The role as which the server is to answer, in a preview of it; changes are not sent then. */
  readonly previewAs: () => string | null;
  /** The ID token for a call, null for a visitor; `renew` asks the server for a new one. */
  readonly token: (renew: boolean) => Promise<Result<string | null>>;
  /** Called when a call was refused with a new token, too. */
  readonly onRefused: () => void;
  /**
   * Asks the person to confirm that it is them; resolves to whether they did. Without it a call that wants that stays refused.
   */
  readonly confirm?: () => Promise<boolean>;
}

const NOT_CONFIRMED = 'Nothing was done: you did not confirm that it is you.';

/**
 * Makes a call as somebody: it carries their ID token, and goes once more with a new one when that is refused (401), with the same
 * headers and body. A second refusal ends the session. A visitor's call is sent without a token. A call that wants a fresh
 * confirmation goes once more after the person has given it; else its problem has the code `not-confirmed`.
 */
export function sendAs<Params, Query, Body, Reply>(
  caller: Caller,
  call: Call<Params, Query, Body, Reply>,
  request: CallRequest<Params, Query, Body> & SendOptions,
): Promise<Answer<Reply>>;
export async function sendAs<Reply>(
  caller: Caller,
  call: Call<object, object, unknown, Reply>,
  { changesNothing = false, begunOutside = false, ...request }: AnyRequest,
): Promise<Answer<Reply>> {
  const role = begunOutside ? null : caller.previewAs();
  if (role !== null && call.method !== 'GET' && !changesNothing) {
    const detail = `This is a preview as ${role}; nothing was changed. End the preview to change it.`;
    return { error: localProblem('preview', detail) };
  }
  const answer = await sendWithToken<Reply>(caller, call, request, role);
  if (answer.error?.code !== 'fresh-sign-in-needed' || caller.confirm === undefined) return answer;
  if (!(await caller.confirm())) return { error: localProblem('not-confirmed', NOT_CONFIRMED) };
  return sendWithToken<Reply>(caller, call, request, role);
}

/** Sends with the caller's token, and once more with a new one when it is refused. */
async function sendWithToken<Reply>(
  caller: Caller,
  call: Call<object, object, unknown, Reply>,
  request: AnyRequest,
  role: string | null,
): Promise<Answer<Reply>> {
  const first = await tokenOf(caller, false, request.signal);
  if (first.error) return first;
  const attempt = (token: string | null): Promise<Answer<Reply>> =>
    send<object, object, unknown, Reply>(call, {
      ...request,
      headers: {
        ...request.headers,
        ...(role !== null && { 'preview-as': role }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
    });
  const answer = await attempt(first.data);
  if (first.data === null || answer.error?.status !== 401) return answer;

  const renewed = await tokenOf(caller, true, request.signal);
  if (renewed.error) return renewed;
  if (renewed.data === null) return answer;
  const second = await attempt(renewed.data);
  if (second.error?.status === 401) caller.onRefused();
  return second;
}

/** Returns the caller's token; a signal that ends the call does not wait for it. */
function tokenOf(caller: Caller, renew: boolean, signal: AbortSignal | undefined): Promise<Result<string | null>> {
  return new Promise((resolve, reject) => {
    const end = () => resolve({ error: aborted() });
    if (signal?.aborted) return end();
    signal?.addEventListener('abort', end, { once: true });
    caller.token(renew).then(resolve, reject);
  });
}
