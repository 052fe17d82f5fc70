import type { ApiProblem } from '@cytocomm/http';

const UNREADABLE = 'The server gave an answer that cannot be read. Try again.';

/** Returns why a call failed in the words of the public pages; `unreachable` is for no answer at all. */
export function failureWords({ status, code, detail }: ApiProblem, unreachable: string): string {
  if (status === 0) return unreachable;
  return code === 'malformed' ? UNREADABLE : detail;
}
