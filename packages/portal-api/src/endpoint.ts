import { type Call, DELETED_AT_HEADER } from '@cytocomm/contract';
import type { AnswerHeaders } from '@cytocomm/http';
import type { RemoteBackend } from './base-query.ts';
import {
  type ChangeEndpoint,
  cacheKey,
  type HookArgument,
  type PagesEndpoint,
  type ReadEndpoint,
} from './endpoint-types.ts';
import { cachedUnder, ON_TAKEN_NAME, portalApi, type Tag } from './portal-api.ts';

/** How an endpoint uses its call. */
type Use = 'read' | 'pages' | 'change';

const definitions = new Map<string, readonly unknown[]>();

/**
 * Returns the name of an endpoint: its call, its use, and a remote's backend. Throws when the call's method does not fit the
 * use.
 */
function endpointName({ method, path }: Call, use: Use, backend?: RemoteBackend): string {
  if ((method === 'GET') === (use === 'change')) throw new Error(`${method} ${path} cannot be used to ${use}`);
  const whose = backend === undefined ? '' : ` of ${backend.remote}/${backend.audience}`;
  return `${method} ${path}${use === 'pages' ? ' in pages' : ''}${whose}`;
}

/**
 * Registers the definition of an endpoint; returns whether it is new. Throws when the name has another definition, which in
 * development is replaced.
 */
function registerDefinition(name: string, definition: readonly unknown[]): boolean {
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
const endpointsToInject = <Definition>(
  isNew: boolean,
  endpoints: Record<string, Definition>,
): Record<string, Definition> => (isNew ? endpoints : {});

/** Returns the injected endpoint. Throws without one. */
function requireEndpoint<Endpoint>(endpoint: Endpoint | undefined): Endpoint {
  if (endpoint === undefined) throw new Error('The endpoint was not injected.');
  return endpoint;
}

/** How the answers of a call are cached. */
export interface ReadingOptions {
  /** A change of these reads the answer again; `Other` by default. */
  readonly tags?: readonly Tag[];
  /** Seconds that an unused answer stays cached; 60 by default. */
  readonly keepUnusedDataFor?: number;
  /** The remote's own backend that answers the call; the portal's API by default. */
  readonly backend?: RemoteBackend;
}

const isData = (body: unknown) => typeof body === 'object' && body !== null;

/**
 * Creates an endpoint that reads a call, with one cache entry per set of arguments for all remotes. A second use with the same
 * options returns the same hooks; one with other options throws.
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

/** One page of a list, and the cursor of the next while there is one. */
export interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

const isPage = (body: unknown) =>
  typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);

const identity = <Reply>(reply: Reply): Reply => reply;

/** Creates an endpoint that reads a list page by page; cached like `endpoint`. */
export function pages<Params extends object, Query extends object, Body, Reply extends Page>(
  call: Call<Params, Query, Body, Reply>,
  options: ReadingOptions = {},
): PagesEndpoint<HookArgument<Params, Query, Body>, Reply> {
  return inPages(call, identity<Reply>, isPage, options);
}

/** Creates the same for pages of another shape: `toPage` converts a reply and its headers. */
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

/** The effect of a change on the cache. */
export interface ChangeOptions<Argument> {
  /** Read again afterwards; none by default. */
  readonly tags?: readonly Tag[];
  /** Also reads them again after a refusal, which may mean outdated data; false by default. */
  readonly evenIfRefused?: boolean;
  /** The remote's own backend that makes the change; the portal's API by default. */
  readonly backend?: RemoteBackend;
  /** Applies the change to the cache at once; returns a function that reverts it after a refusal. */
  readonly optimistic?: (argument: Argument) => () => void;
}

/** Creates an endpoint that changes something; like `endpoint`, it returns the same hooks for the same options. */
export function mutation<Params extends object, Query extends object, Body, Reply>(
  call: Call<Params, Query, Body, Reply>,
  options: ChangeOptions<HookArgument<Params, Query, Body>> = {},
): ChangeEndpoint<HookArgument<Params, Query, Body>, Reply> {
  return inject(call, (reply) => reply, options);
}

/** The answer of a deletion. */
export interface Deletion {
  /** Its time on the server, for Undo; undefined where no other record can get the id. */
  readonly deletedAt: string | undefined;
}

/** Creates a `mutation` that deletes a record; its result is the time of the deletion. */
export function deletion<Params extends object, Query extends object>(
  call: Call<Params, Query, undefined, void>,
  options: ChangeOptions<HookArgument<Params, Query, undefined>> = {},
): ChangeEndpoint<HookArgument<Params, Query, undefined>, Deletion> {
  return inject(call, (_, headers) => ({ deletedAt: headers.get(DELETED_AT_HEADER) ?? undefined }), options);
}

function inject<Params extends object, Query extends object, Body, Reply, Result>(
  call: Call<Params, Query, Body, Reply>,
  resultOf: (reply: Reply, headers: AnswerHeaders) => Result,
  { tags = [], evenIfRefused = false, backend, optimistic }: ChangeOptions<HookArgument<Params, Query, Body>>,
): ChangeEndpoint<HookArgument<Params, Query, Body>, Result> {
  const name = endpointName(call, 'change', backend);
  const isNew = registerDefinition(name, [tags.join(), evenIfRefused, optimistic]);
  const api = portalApi.injectEndpoints({
    overrideExisting: ON_TAKEN_NAME,
    endpoints: (build) =>
      endpointsToInject(isNew, {
        [name]: build.mutation<Result, HookArgument<Params, Query, Body>>({
          query: (input) => ({ call, backend, ...input }),
          transformResponse: (reply: Reply, meta) => resultOf(reply, meta?.headers ?? new Headers()),
          invalidatesTags: (_, error) => (error && !evenIfRefused ? [] : tags),
          onQueryStarted: async (argument, { queryFulfilled }) => {
            const undo = optimistic?.(argument);
            await queryFulfilled.catch(() => undo?.());
          },
        }),
      }),
  });
  return { ...requireEndpoint(api.endpoints[name]), api };
}
