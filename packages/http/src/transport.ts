import type { RawAnswer } from './answer.ts';

/** What brings a request to the server. It rejects when no answer comes: with a `TimeoutError` when none came in time. */
export type Transport = (address: string, init: RequestInit) => Promise<RawAnswer>;

/** How long a call may take, in ms. */
const TIMEOUT_MS = 15_000;

/** Sends by fetch; the whole answer must be there within 15 s. */
export const fetchTransport: Transport = (address, { signal, ...init }) => {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(address, { ...init, signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
};
