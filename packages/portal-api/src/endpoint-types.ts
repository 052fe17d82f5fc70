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
