import type { Call } from '@cytocomm/contract';
import { type Answer, type AnswerHeaders, type ApiProblem, type SendOptions, sendAs } from '@cytocomm/http';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { type RemoteBackend, sendToBackend } from './backend.ts';
import { caller } from './caller.ts';

/** What an endpoint asks `portalApi` to send. */
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
  // A refused role shows that the roles held here are old; the new token brings the present ones.
  if (answer.error?.status === 403) void caller.token(true);
  return resultOf(answer);
};

const resultOf = (answer: Answer<unknown>) =>
  answer.error ? { error: answer.error } : { data: answer.data, meta: { headers: answer.headers } };
