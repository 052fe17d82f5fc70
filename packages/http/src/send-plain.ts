import type { Call, Nothing } from '@cytocomm/contract';
import type { Answer } from './answer.ts';
import type { AnyRequest, RequestArguments } from './request.ts';
import { transmit } from './transmit.ts';

/**
 * Makes a call whose address has no parameters and that needs no query; else it is `send`. For a visitor's first script, which it
 * spares what builds addresses.
 */
export function sendPlain<Body, Reply>(
  call: Call<Nothing, Nothing, Body, Reply>,
  ...request: RequestArguments<Nothing, Nothing, Body>
): Promise<Answer<Reply>>;
export function sendPlain<Reply>(
  { method, path }: Call<unknown, unknown, unknown, Reply>,
  request: AnyRequest = {},
): Promise<Answer<Reply>> {
  return transmit(method, path, request);
}
