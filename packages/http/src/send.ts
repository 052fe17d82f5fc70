import { addressOf, type Call } from '@cytocomm/contract';
import { type Answer, readAnswer } from './answer.ts';
import { type ApiProblem, localProblem } from './api-problem.ts';
import type { AnyRequest, RequestArguments } from './request.ts';
import { fetchTransport } from './transport.ts';

/**
 * Makes a call of the API. Resolves to its answer or to what went wrong, and does not reject: no connection, no answer in time, a
 * refusal and a page in the place of data are problems. It rejects for a parameter that cannot stand in the address.
 */
export function send<Params, Query, Body, Reply>(
  call: Call<Params, Query, Body, Reply>,
  ...request: RequestArguments<Params, Query, Body>
): Promise<Answer<Reply>>;
export async function send<Reply>(
  { method, path }: Call<unknown, unknown, unknown, Reply>,
  { params, query, body, form, headers, transport = fetchTransport, expects, ...options }: AnyRequest = {},
): Promise<Answer<Reply>> {
  const address = addressOf<object, object>({ method, path }, params, query);
  const isJson = body !== undefined;
  try {
    const answer = await transport(address, {
      ...options,
      method,
      headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }), ...headers },
      body: isJson ? JSON.stringify(body) : (form ?? null),
    });
    return readAnswer(answer, expects);
  } catch (cause) {
    return { error: noAnswer(cause, options.signal) };
  }
}

function noAnswer(cause: unknown, signal: AbortSignal | undefined): ApiProblem {
  if (signal?.aborted) return localProblem('aborted', 'This was ended before an answer came.');
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return localProblem('timeout', 'The portal did not answer in time. Try again.');
  return localProblem('unreachable', 'The portal cannot be reached. Check your connection and try again.');
}
