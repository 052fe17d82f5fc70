import type { Call } from '@cytocomm/contract';
import { isDefined, nameOf, theOne, unless } from './endpoint-names.ts';
import type { ChangeEndpoint } from './endpoint-types.ts';
import { ON_TAKEN_NAME, portalApi, type Tag } from './portal-api.ts';
import type { Argument } from './said.ts';

/** What a change does to what is kept. */
export interface ChangeOptions<Argument> {
  /** What is read again afterwards. */
  readonly tags?: readonly Tag[];
  /** Also after a refusal: it may have been refused because what is shown is old. */
  readonly evenIfRefused?: boolean;
  /** Shows the change before the server has it, and returns what takes that back after a refusal. */
  readonly optimistic?: (argument: Argument) => () => void;
}

/** Makes an endpoint that changes something; like `endpoint`, the same hooks for the same options. */
export function mutation<Params extends object, Query extends object, Body, Reply>(
  call: Call<Params, Query, Body, Reply>,
  { tags = [], evenIfRefused = false, optimistic }: ChangeOptions<Argument<Params, Query, Body>> = {},
): ChangeEndpoint<Argument<Params, Query, Body>, Reply> {
  const name = nameOf(call, 'change');
  const isThere = isDefined(name, [tags.join(), evenIfRefused, optimistic]);
  const api = portalApi.injectEndpoints({
    overrideExisting: ON_TAKEN_NAME,
    endpoints: (build) =>
      unless(isThere, {
        [name]: build.mutation<Reply, Argument<Params, Query, Body>>({
          query: (said) => ({ call, ...said }),
          invalidatesTags: (_, error) => (error && !evenIfRefused ? [] : tags),
          onQueryStarted: async (argument, { queryFulfilled }) => {
            const undo = optimistic?.(argument);
            await queryFulfilled.catch(() => undo?.());
          },
        }),
      }),
  });
  return { ...theOne(api.endpoints[name]), api };
}
