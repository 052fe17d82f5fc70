import type { Nothing } from '@cytocomm/contract';
import type { Transport } from './transport.ts';

/** How a call is sent, besides what it says. */
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
  /** What brings the request to the server: fetch within 15 s, unless it is another. */
  readonly transport?: Transport;
  /** A call that is no GET and changes nothing all the same: it is made in a preview, too. */
  readonly changesNothing?: boolean;
  /** A part of work that was begun outside of a preview: it is made as the person, while they look at one, too. */
  readonly begunOutside?: boolean;
  /** Refuses a success whose body is not what is expected. */
  readonly expects?: (body: unknown) => boolean;
}

/** A request of whatever call. */
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

/** What a call says: the parameters of its address, its query and its JSON body, each where it has one. */
export type CallRequest<Params, Query, Body> = Part<'params', Params> & Part<'query', Query> & Part<'body', Body>;

/** The rest of the arguments of a call: they may be left out when nothing in them is required. */
export type RequestArguments<Params, Query, Body> =
  Nothing extends CallRequest<Params, Query, Body>
    ? [request?: CallRequest<Params, Query, Body> & SendOptions]
    : [request: CallRequest<Params, Query, Body> & SendOptions];
