import type { CallMethod } from '@cytocomm/contract';
import { type Answer, readAnswer } from './answer.ts';
import { type ApiProblem, aborted, localProblem } from './api-problem.ts';
import type { AnyRequest } from './request.ts';
import { fetchTransport } from './transport.ts';

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
