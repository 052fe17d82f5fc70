import type { Nothing } from '@cytocomm/contract';
import type { RawAnswer } from './answer.ts';

/** What brings a request to the server. It rejects when no answer comes: with a `TimeoutError` when none came in time. */
export type Transport = (address: string, init: RequestInit) => Promise<RawAnswer>;

/** How a call is sent. */
export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of a call that takes a form with files. */
  readonly form?: FormData;
  /** Ends the call; its problem then has the code `aborted`. */
  readonly signal?: AbortSignal;
  /** `omit` for calls of public pages, which need no cookie. By default the portal's own cookie goes along. */
  readonly credentials?: RequestCredentials;
  /** Lets the call go on when its page is left. */
  readonly keepalive?: boolean;
  /** Sends the request; fetch with a deadline of 15 s by default. */
  readonly transport?: Transport;
  /** A call other than GET that changes nothing: also sent in a preview. */
  readonly changesNothing?: boolean;
  /** Part of work that started outside a preview: sent as the person, even during a preview. */
  readonly begunOutside?: boolean;
  /** Returns whether the body of a success is valid. */
  readonly expects?: (body: unknown) => boolean;
}

/** A request of any call. */
export interface AnyRequest extends SendOptions {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

type Part<Name extends string, Value> = [Value] extends [Nothing | undefined]
  ? { readonly [Key in Name]?: undefined }
  : Nothing extends Value
    ? { readonly [Key in Name]?: Value | undefined }
    : { readonly [Key in Name]: Value };

/** The content of a call: the parameters of its address, its query and its JSON body, each where it has one. */
export type CallRequest<Params, Query, Body> = Part<'params', Params> & Part<'query', Query> & Part<'body', Body>;

/** The rest of the arguments of a call: they may be left out when nothing in them is required. */
export type RequestArguments<Params, Query, Body> =
  Nothing extends CallRequest<Params, Query, Body>
    ? [request?: CallRequest<Params, Query, Body> & SendOptions]
    : [request: CallRequest<Params, Query, Body> & SendOptions];
