import type { Call } from '@cytocomm/contract';
import { ON_TAKEN_NAME } from './portal-api.ts';

/** How an endpoint uses its call. */
export type Use = 'read' | 'pages' | 'change';

const definitions = new Map<string, readonly unknown[]>();

/** Returns the name of an endpoint: the call and its use. Throws when the call's method is not one for that use. */
export function nameOf({ method, path }: Call, use: Use): string {
  if ((method === 'GET') === (use === 'change')) throw new Error(`${method} ${path} is no call to ${use}`);
  return use === 'pages' ? `${method} ${path} in pages` : `${method} ${path}`;
}

/** Whether an endpoint is defined already, just so. Throws when it is defined otherwise; while one develops, the new one counts. */
export function isDefined(name: string, definition: readonly unknown[]): boolean {
  const before = definitions.get(name);
  if (before?.every((part, index) => part === definition[index])) return true;
  if (before && ON_TAKEN_NAME === 'throw')
    throw new Error(
      `"${name}" is an endpoint already, with other options: its users must agree on tags and functions.`,
    );
  definitions.set(name, definition);
  return false;
}

/** Returns the definitions to inject: none when they are there already. */
export const unless = <Definition>(isThere: boolean, wanted: Record<string, Definition>): Record<string, Definition> =>
  isThere ? {} : wanted;

/** Returns the endpoint that was injected now or before. */
export function theOne<Endpoint>(endpoint: Endpoint | undefined): Endpoint {
  if (endpoint === undefined) throw new Error('The endpoint was not made.');
  return endpoint;
}
