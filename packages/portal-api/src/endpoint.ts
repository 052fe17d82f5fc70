import type { Call } from '@cytocomm/contract';
import type { RemoteBackend } from './backend.ts';
import { cacheKey, type HookArgument } from './call-argument.ts';
import { endpointName, endpointsToInject, registerDefinition, requireEndpoint } from './endpoint-names.ts';
import type { ReadEndpoint } from './endpoint-types.ts';
import { cachedUnder, ON_TAKEN_NAME, portalApi, type Tag } from './portal-api.ts';

/** How the cache keeps the answers of a call. */
export interface ReadingOptions {
  /** What the answer shows: a change of these reads it again. By default `Other`. */
  readonly tags?: readonly Tag[];
  /** Seconds for which an answer is kept that no component uses; 60 by default. */
  readonly keepUnusedDataFor?: number;
  /** The remote's own backend that answers the call; the portal's API by default. */
  readonly backend?: RemoteBackend;
}

const isData = (body: unknown) => typeof body === 'object' && body !== null;

/**
 * Creates an endpoint that reads a call, with one cache entry for each set of arguments, whichever remote asks. A second use of
 * the call with the same options returns the same hooks; one with other options throws.
 */
export function endpoint<Params extends object, Query extends object, Body, Reply>(
  call: Call<Params, Query, Body, Reply>,
  { tags = [], backend, ...options }: ReadingOptions = {},
): ReadEndpoint<HookArgument<Params, Query, Body>, Reply> {
  const name = endpointName(call, 'read', backend);
  const isNew = registerDefinition(name, [tags.join(), options.keepUnusedDataFor]);
  const api = portalApi.injectEndpoints({
    overrideExisting: ON_TAKEN_NAME,
    endpoints: (build) =>
      endpointsToInject(isNew, {
        [name]: build.query<Reply, HookArgument<Params, Query, Body>>({
          ...options,
          query: (input) => ({ call, backend, ...input, expects: isData }),
          serializeQueryArgs: ({ queryArgs }) => cacheKey(queryArgs),
          providesTags: cachedUnder(tags),
        }),
      }),
  });
  return { ...requireEndpoint(api.endpoints[name]), api };
}
