/**
 * The version of the API's calls, in semver: a new call or field is a minor version, one that goes or means something else
 * a major one. The API says it in its OpenAPI document; a release is built for the range `^` of it.
 */
export const API_VERSION = '1.8.0';

/** The methods that calls have. */
export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Nothing to be named: of a call without parameters or query. */
export type Nothing = Record<string, never>;

/** The types of a call: parts of the address, query, body, and the body of the answer. */
export interface CallTypes<Params, Query, Body, Reply> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
}

/**
 * One call of the API, as plain data: it costs a page nothing but its address. What is sent and answered is checked by the schemas
 * that `CALL_SPECS` binds to it. `Body` is undefined without a JSON body; `Reply` is void for 204, streams and files.
 */
export interface Call<Params = unknown, Query = unknown, Body = unknown, Reply = unknown> {
  readonly method: CallMethod;
  /** With a colon before each parameter: /api/users/:email */
  readonly path: string;
  /** For the type checker; nothing is there at run time. */
  readonly types?: CallTypes<Params, Query, Body, Reply>;
}

/** Returns the call of a method and an address. Marked as pure where it is used, so that a build drops the calls that a page does not make. */
export function call<Params = Nothing, Query = Nothing, Body = undefined, Reply = void>(
  method: CallMethod,
  path: string,
): Call<Params, Query, Body, Reply> {
  return { method, path };
}

/** The header in which the answer to a deletion says when it was, where another record may get the address. */
export const DELETED_AT_HEADER = 'X-Deleted-At';

/** Returns the call of a definition; like {@link call}, which takes the types one by one. */
export function callOf<Definition extends Pick<Call, 'types'>>(
  method: CallMethod,
  path: string,
): Call<
  NonNullable<Definition['types']>['params'],
  NonNullable<Definition['types']>['query'],
  NonNullable<Definition['types']>['body'],
  NonNullable<Definition['types']>['reply']
> {
  return { method, path };
}
