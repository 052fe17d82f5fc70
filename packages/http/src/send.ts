import { addressOf, type Call } from '@cytocomm/contract';
import type { Answer } from './answer.ts';
import type { AnyRequest, RequestArguments } from './request.ts';
import { transmit } from './transmit.ts';

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
