import type { Call } from '@cytocomm/contract';
import type { AnswerHeaders } from '@cytocomm/http';
import { cacheKey, type HookArgument } from './call-argument.ts';
import type { ReadingOptions } from './endpoint.ts';
import { endpointName, endpointsToInject, registerDefinition, requireEndpoint } from './endpoint-names.ts';
import type { PagesEndpoint } from './endpoint-types.ts';
import { cachedUnder, ON_TAKEN_NAME, portalApi } from './portal-api.ts';

/** One page of a list, and the cursor of the next while there is one. */
export interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

const isPage = (body: unknown) =>
  typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);

const identity = <Reply>(reply: Reply): Reply => reply;

/** Creates an endpoint that reads a list page by page; like `endpoint`, with one cache entry for each set of arguments. */
export function pages<Params extends object, Query extends object, Body, Reply extends Page>(
  call: Call<Params, Query, Body, Reply>,
  options: ReadingOptions = {},
): PagesEndpoint<HookArgument<Params, Query, Body>, Reply> {
  return inPages(call, identity<Reply>, isPage, options);
}

/** Creates the same for a list whose pages come in another shape: `toPage` makes one of a reply and its headers. */
export function pagesOfArrays<
  Params extends object,
  Query extends object,
  Body,
  Reply extends readonly unknown[],
  Result extends Page,
>(
  call: Call<Params, Query, Body, Reply>,
  toPage: (reply: Reply, headers: AnswerHeaders) => Result,
  options: ReadingOptions = {},
): PagesEndpoint<HookArgument<Params, Query, Body>, Result> {
  return inPages(call, toPage, Array.isArray, options);
}

function inPages<Params extends object, Query extends object, Body, Reply, Result extends Page>(
  call: Call<Params, Query, Body, Reply>,
  toPage: (reply: Reply, headers: AnswerHeaders) => Result,
  expects: (body: unknown) => boolean,
  { tags = [], backend, ...options }: ReadingOptions,
): PagesEndpoint<HookArgument<Params, Query, Body>, Result> {
  const name = endpointName(call, 'pages', backend);
  const isNew = registerDefinition(name, [tags.join(), options.keepUnusedDataFor, toPage]);
  const api = portalApi.injectEndpoints({
    overrideExisting: ON_TAKEN_NAME,
    endpoints: (build) =>
      endpointsToInject(isNew, {
        [name]: build.infiniteQuery<Result, HookArgument<Params, Query, Body>, string | null>({
          ...options,
          infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
          query: ({ queryArg: input, pageParam: cursor }) => ({
            call,
            backend,
            ...input,
            query: { ...cacheKey(input).query, ...(cursor !== null && { cursor }) },
            expects,
          }),
          transformResponse: (reply: Reply, meta) => toPage(reply, meta?.headers ?? new Headers()),
          serializeQueryArgs: ({ queryArgs }) => cacheKey(queryArgs),
          providesTags: cachedUnder(tags),
        }),
      }),
  });
  return { ...requireEndpoint(api.endpoints[name]), api };
}
