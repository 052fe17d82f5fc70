import type { Call } from '@cytocomm/contract';
import type { RemoteBackend } from './backend.ts';
import { ON_TAKEN_NAME } from './portal-api.ts';

/** How an endpoint uses its call. */
export type Use = 'read' | 'pages' | 'change';

const definitions = new Map<string, readonly unknown[]>();

/**
 * Returns the name of an endpoint: the call, its use, and whose backend it is when it is not the portal's. Throws when the
 * call's method is not one for that use.
 */
export function endpointName({ method, path }: Call, use: Use, backend?: RemoteBackend): string {
  if ((method === 'GET') === (use === 'change')) throw new Error(`${method} ${path} is no call to ${use}`);
  const whose = backend === undefined ? '' : ` of ${backend.remote}/${backend.audience}`;
  return `${method} ${path}${use === 'pages' ? ' in pages' : ''}${whose}`;
}

/**
 * Keeps the definition of an endpoint. Returns whether it is new. Throws when the endpoint is defined otherwise already; in
 * development the new definition replaces the old one.
 */
export function registerDefinition(name: string, definition: readonly unknown[]): boolean {
  const before = definitions.get(name);
  if (before?.every((part, index) => part === definition[index])) return false;
  if (before && ON_TAKEN_NAME === 'throw')
    throw new Error(
      `"${name}" is an endpoint already, with other options: its users must agree on tags and functions.`,
    );
  definitions.set(name, definition);
  return true;
}

/** Returns the endpoints to inject: all when they are new, else none. */
export const endpointsToInject = <Definition>(
  isNew: boolean,
  endpoints: Record<string, Definition>,
): Record<string, Definition> => (isNew ? endpoints : {});

/** Returns the endpoint, injected now or before. Throws when it was not. */
export function requireEndpoint<Endpoint>(endpoint: Endpoint | undefined): Endpoint {
  if (endpoint === undefined) throw new Error('The endpoint was not made.');
  return endpoint;
}
