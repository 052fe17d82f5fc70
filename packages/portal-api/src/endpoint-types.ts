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
type Reads<Said, Reply> = Record<string, QueryDefinition<Said, PortalBaseQuery, Tag, Reply, Slice>>;
type ReadsPages<Said, Result> = Record<
  string,
  InfiniteQueryDefinition<Said, string | null, PortalBaseQuery, Tag, Result, Slice>
>;
type Changes<Said, Reply> = Record<string, MutationDefinition<Said, PortalBaseQuery, Tag, Reply, Slice>>;
type SliceWith<Definitions extends EndpointDefinitions> = Api<
  PortalBaseQuery,
  Definitions,
  Slice,
  Tag,
  typeof coreModuleName | typeof reactHooksModuleName
>;

/** An endpoint that reads a call. */
export interface ReadEndpoint<Said, Reply> extends ApiEndpointQuery<Reads<Said, Reply>[string], Reads<Said, Reply>> {
  readonly useQuery: TypedUseQuery<Reply, Said, PortalBaseQuery>;
  readonly useLazyQuery: TypedUseLazyQuery<Reply, Said, PortalBaseQuery>;
  /** The slice with this endpoint, for its `util`. */
  readonly api: SliceWith<Reads<Said, Reply>>;
}

/** An endpoint that reads a list page by page. */
export interface PagesEndpoint<Said, Result>
  extends ApiEndpointInfiniteQuery<ReadsPages<Said, Result>[string], ReadsPages<Said, Result>> {
  readonly useInfiniteQuery: TypedUseInfiniteQuery<Result, Said, string | null, PortalBaseQuery>;
  /** The slice with this endpoint, for its `util`. */
  readonly api: SliceWith<ReadsPages<Said, Result>>;
}

/** An endpoint that changes something. */
export interface ChangeEndpoint<Said, Reply>
  extends ApiEndpointMutation<Changes<Said, Reply>[string], Changes<Said, Reply>> {
  readonly useMutation: TypedUseMutation<Reply, Said, PortalBaseQuery>;
  /** The slice with this endpoint, for its `util`. */
  readonly api: SliceWith<Changes<Said, Reply>>;
}
