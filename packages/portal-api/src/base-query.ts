import type { Call } from '@cytocomm/contract';
import { type AnswerHeaders, type ApiProblem, type SendOptions, sendAs } from '@cytocomm/http';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { caller } from './caller.ts';

/** What an endpoint asks `portalApi` to send. */
export interface PortalRequest extends Pick<SendOptions, 'headers' | 'expects'> {
  readonly call: Call<object, object>;
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

/** Makes one call of the API as the person of this tab. */
export const portalBaseQuery: PortalBaseQuery = async ({ call, ...request }, { signal }) => {
  const answer = await sendAs<object, object, unknown, unknown>(caller, call, { ...request, signal });
  // A refused role shows that the roles held here are old; the new token brings the present ones.
  if (answer.error?.status === 403) void caller.token(true);
  return answer.error ? { error: answer.error } : { data: answer.data, meta: { headers: answer.headers } };
};
