import type { Nothing } from '@cytocomm/contract';
import type { CallRequest, SendOptions } from '@cytocomm/http';
import type {
  Api,
  ApiEndpointInfiniteQuery,
  ApiEndpointMutation,
  ApiEndpointQuery,
  coreModuleName,
  EndpointDefinitions,
  InfiniteQueryDefinition,
  MutationDefinition,
  QueryDefinition,
  reactHooksModuleName,
  TypedUseInfiniteQuery,
  TypedUseLazyQuery,
  TypedUseMutation,
  TypedUseQuery,
} from '@reduxjs/toolkit/query/react';
import type { PortalBaseQuery } from './base-query.ts';
import type { Tag } from './portal-api.ts';

/** What a call is made with: parameters, query and body, each where the call has one, and headers. */
export type CallInput<Params, Query, Body> = CallRequest<Params, Query, Body> & Pick<SendOptions, 'headers'>;

/** The argument of a call's hook: its input, or nothing where all of it may be left out. */
export type HookArgument<Params, Query, Body> =
  Nothing extends CallRequest<Params, Query, Body>
    ? // biome-ignore lint/suspicious/noConfusingVoidType: a hook whose argument may be void can be called without one
      CallInput<Params, Query, Body> | void
    : CallInput<Params, Query, Body>;

/** The input of any call. */
export interface AnyInput extends Pick<SendOptions, 'headers'> {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** Returns the key under which the cache keeps the answer; an empty part and none are the same. */
// biome-ignore lint/suspicious/noConfusingVoidType: see HookArgument
export const cacheKey = (input: AnyInput | void) => ({ params: input?.params ?? {}, query: input?.query ?? {} });

// RTK infers these types over some 400 lines an endpoint, and with them its own insides. Here they have names.

type Slice = 'portalApi';
type Reads<Argument, Reply> = Record<string, QueryDefinition<Argument, PortalBaseQuery, Tag, Reply, Slice>>;
type ReadsPages<Argument, Result> = Record<
  string,
  InfiniteQueryDefinition<Argument, string | null, PortalBaseQuery, Tag, Result, Slice>
>;
type Changes<Argument, Reply> = Record<string, MutationDefinition<Argument, PortalBaseQuery, Tag, Reply, Slice>>;
type SliceWith<Definitions extends EndpointDefinitions> = Api<
  PortalBaseQuery,
  Definitions,
  Slice,
  Tag,
  typeof coreModuleName | typeof reactHooksModuleName
>;

/** An endpoint that reads a call. */
export interface ReadEndpoint<Argument, Reply>
  extends ApiEndpointQuery<Reads<Argument, Reply>[string], Reads<Argument, Reply>> {
  readonly useQuery: TypedUseQuery<Reply, Argument, PortalBaseQuery>;
  readonly useLazyQuery: TypedUseLazyQuery<Reply, Argument, PortalBaseQuery>;
  /** The slice with this endpoint, for its `util`. */
  readonly api: SliceWith<Reads<Argument, Reply>>;
}

/** An endpoint that reads a list page by page. */
export interface PagesEndpoint<Argument, Result>
  extends ApiEndpointInfiniteQuery<ReadsPages<Argument, Result>[string], ReadsPages<Argument, Result>> {
  readonly useInfiniteQuery: TypedUseInfiniteQuery<Result, Argument, string | null, PortalBaseQuery>;
  /** The slice with this endpoint, for its `util`. */
  readonly api: SliceWith<ReadsPages<Argument, Result>>;
}

/** An endpoint that changes something. */
export interface ChangeEndpoint<Argument, Reply>
  extends ApiEndpointMutation<Changes<Argument, Reply>[string], Changes<Argument, Reply>> {
  readonly useMutation: TypedUseMutation<Reply, Argument, PortalBaseQuery>;
  /** The slice with this endpoint, for its `util`. */
  readonly api: SliceWith<Changes<Argument, Reply>>;
}
