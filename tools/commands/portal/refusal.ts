import type { ApiError } from '@cytocomm/api';
import { CannotStart } from './settings.ts';

/** Returns what the API refuses as the sentence for the person at the terminal, with each fault on a line of its own. */
export function refusalForPerson(error: ApiError): CannotStart {
  const faults = (error.errors ?? []).map(({ message }) => `\n  ${message}`);
  return new CannotStart(`${error.message}${faults.join('')}`, { cause: error });
}
