import type { Call } from '@cytocomm/contract';
import { isDefined, nameOf, theOne, unless } from './endpoint-names.ts';
import type { ReadEndpoint } from './endpoint-types.ts';
import { ON_TAKEN_NAME, portalApi, type Tag } from './portal-api.ts';
import { type Argument, cacheKey } from './said.ts';

/** How what a call reads is kept. */
export interface ReadingOptions {
  /** What it shows: a change of these reads it again. */
  readonly tags?: readonly Tag[];
  /** For how many seconds it is kept when nobody looks at it; 60 by default. */
  readonly keepUnusedDataFor?: number;
}

const isData = (body: unknown) => typeof body === 'object' && body !== null;

/**
 * Makes an endpoint that reads a call: one cache for each set of arguments, whichever remote asks. The second use of a call with
 * the same options returns the same hooks; one with other options throws.
 */
export function endpoint<Params extends object, Query extends object, Body, Reply>(
  call: Call<Params, Query, Body, Reply>,
  { tags = [], ...options }: ReadingOptions = {},
): ReadEndpoint<Argument<Params, Query, Body>, Reply> {
  const name = nameOf(call, 'read');
  const isThere = isDefined(name, [tags.join(), options.keepUnusedDataFor]);
  const api = portalApi.injectEndpoints({
    overrideExisting: ON_TAKEN_NAME,
    endpoints: (build) =>
      unless(isThere, {
        [name]: build.query<Reply, Argument<Params, Query, Body>>({
          ...options,
          query: (said) => ({ call, ...said, expects: isData }),
          serializeQueryArgs: ({ queryArgs }) => cacheKey(queryArgs),
          providesTags: tags,
        }),
      }),
  });
  return { ...theOne(api.endpoints[name]), api };
}
