import type { Call, CallMethod, Nothing } from '@cytocomm/contract';
import { type Answer, readAnswer } from './answer.ts';
import { type ApiProblem, aborted, localProblem } from './api-problem.ts';
import type { AnyRequest, RequestArguments, Transport } from './request.ts';

/** How long a call may take, in ms. */
const TIMEOUT_MS = 15_000;

/** Sends by fetch; the whole answer must be there within 15 s. */
export const fetchTransport: Transport = (address, { signal, ...init }) => {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(address, { ...init, signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
};

/** Sends to an address and reads what comes back; every failure is a problem. */
export async function transmit<Reply>(
  method: CallMethod,
  address: string,
  { body, form, headers, transport = fetchTransport, expects, ...options }: Omit<AnyRequest, 'params' | 'query'>,
): Promise<Answer<Reply>> {
  const isJson = body !== undefined;
  try {
    const answer = await transport(address, {
      ...options,
      method,
      headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }), ...headers },
      body: isJson ? JSON.stringify(body) : (form ?? null),
    });
    return await readAnswer(answer, expects);
  } catch (cause) {
    return { error: noAnswer(cause, options.signal) };
  }
}

function noAnswer(cause: unknown, signal: AbortSignal | undefined): ApiProblem {
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return localProblem('timeout', 'The portal did not answer in time. Try again.');
  if (signal?.aborted) return aborted();
  return localProblem('unreachable', 'The portal cannot be reached. Check your connection and try again.');
}

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
