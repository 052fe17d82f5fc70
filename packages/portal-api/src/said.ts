import type { Nothing } from '@cytocomm/contract';
import type { CallRequest, SendOptions } from '@cytocomm/http';

/** What one use of a call says: parameters, query and body, each where the call has one, and headers. */
export type Said<Params, Query, Body> = CallRequest<Params, Query, Body> & Pick<SendOptions, 'headers'>;

/** What a hook of a call takes; nothing where all of it may be left out. */
export type Argument<Params, Query, Body> =
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook whose argument may be void can be called without one
  Nothing extends CallRequest<Params, Query, Body> ? Said<Params, Query, Body> | void : Said<Params, Query, Body>;

/** The same of whatever call. */
export interface AnySaid extends Pick<SendOptions, 'headers'> {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** Returns by what the cache knows a use of a call; whether an empty part is there or not makes no difference. */
// biome-ignore lint/suspicious/noConfusingVoidType: see Argument
export const cacheKey = (said: AnySaid | void) => ({ params: said?.params ?? {}, query: said?.query ?? {} });
