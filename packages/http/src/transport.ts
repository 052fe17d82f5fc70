import type { RawAnswer } from './answer.ts';

/** What brings a request to the server. It rejects when no answer comes: with a `TimeoutError` when none came in time. */
export type Transport = (address: string, init: RequestInit) => Promise<RawAnswer>;

/** How long a call may take, in ms. */
const TIMEOUT_MS = 15_000;

/** Sends by fetch; the whole answer must be there within 15 s. */
export const fetchTransport: Transport = async (address, init) => {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
  const response = await fetch(address, { ...init, signal });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
