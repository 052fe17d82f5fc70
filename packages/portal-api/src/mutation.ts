import { type Call, DELETED_AT_HEADER } from '@cytocomm/contract';
import type { AnswerHeaders } from '@cytocomm/http';
import type { RemoteBackend } from './backend.ts';
import type { HookArgument } from './call-argument.ts';
import { endpointName, endpointsToInject, registerDefinition, requireEndpoint } from './endpoint-names.ts';
import type { ChangeEndpoint } from './endpoint-types.ts';
import { ON_TAKEN_NAME, portalApi, type Tag } from './portal-api.ts';

/** What a change does to the cache. */
export interface ChangeOptions<Argument> {
  /** What is read again afterwards; nothing by default. */
  readonly tags?: readonly Tag[];
  /** Reads it again after a refusal too, which may mean that what is shown is old; false by default. */
  readonly evenIfRefused?: boolean;
  /** The remote's own backend that makes the change; the portal's API by default. */
  readonly backend?: RemoteBackend;
  /** Shows the change before the server has it, and returns what takes that back after a refusal. */
  readonly optimistic?: (argument: Argument) => () => void;
}

/** Creates an endpoint that changes something; like `endpoint`, it returns the same hooks for the same options. */
export function mutation<Params extends object, Query extends object, Body, Reply>(
  call: Call<Params, Query, Body, Reply>,
  options: ChangeOptions<HookArgument<Params, Query, Body>> = {},
): ChangeEndpoint<HookArgument<Params, Query, Body>, Reply> {
  return inject(call, (reply) => reply, options);
}

/** What an answer says of a deletion. */
export interface Deletion {
  /** When it was, by the server's clock, for Undo; undefined where nothing else can get the address. */
  readonly deletedAt: string | undefined;
}

/** Creates an endpoint that deletes something: a `mutation` whose result says when that was. */
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
