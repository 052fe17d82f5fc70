import type { Nothing } from '@cytocomm/contract';
import type { CallRequest, SendOptions } from '@cytocomm/http';

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
