import type { Call } from '@cytocomm/contract';
import { type Answer, type ApiProblem, type Caller, type CallRequest, type SendOptions, sendAs } from '@cytocomm/http';
import { askConfirmation, endSession, freshIdToken, useSession } from '@cytocomm/session';

/** The caller of this tab. A visitor's call asks for no token. */
export const caller: Caller = {
  previewAs: () => useSession.getState().previewAs,
  token: async (renew) => {
    const { status } = useSession.getState();
    return status === 'signed-in' || status === 'restoring' ? freshIdToken({ renew }) : { data: null };
  },
  onRefused: () => endSession('Your session has ended. Sign in again to go on.'),
  confirm: askConfirmation,
};

/** The problem in words for who was signed in when it began: the API knows only that nobody is. */
const afterExpiry = (error: ApiProblem): ApiProblem =>
  error.status === 401 && error.code !== 'misconfigured'
    ? { ...error, detail: 'Your session ended meanwhile.' }
    : error;

/** Makes one call as the person of this tab, past the cache: for what has an end of its own, such as an upload. */
export async function sendAsMe<Params, Query, Body, Reply>(
  call: Call<Params, Query, Body, Reply>,
  request: CallRequest<Params, Query, Body> & SendOptions,
): Promise<Answer<Reply>> {
  const answer = await sendAs<Params, Query, Body, Reply>(caller, call, request);
  return answer.error ? { error: afterExpiry(answer.error) } : answer;
}
