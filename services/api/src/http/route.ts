import type { ProblemCode } from '@cytocomm/contract';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { AccessRule, Principal } from './access.ts';

/** The methods that routes answer. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A call as a handler sees it: checked, typed, and with the person it comes from. */
export interface Call<Who extends Principal | null, Params, Query, Body> {
  readonly principal: Who;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The caller's network address; X-Forwarded-For counts only from a trusted proxy. */
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly req: Request;
  readonly res: Response;
}

/** What a successful answer looks like. */
export type Reply<Answer> =
  | { readonly kind: 'json'; readonly status: number; readonly schema: z.ZodType<Answer>; readonly description: string }
  | { readonly kind: 'empty'; readonly status: 204; readonly description: string }
  | {
      readonly kind: 'written';
      readonly status: number;
      readonly contentTypes: readonly string[];
      readonly description: string;
    };

/** A JSON answer of this shape. */
export function json<Answer>(schema: z.ZodType<Answer>, status = 200, description = 'Done'): Reply<Answer> {
  return { kind: 'json', status, schema, description };
}

/** 204, nothing to say. */
export const empty: Reply<void> = { kind: 'empty', status: 204, description: 'Done' };

/** The handler writes the answer itself: a stream, a file, a feed. */
export function written(contentTypes: string | readonly string[], description = 'Done', status = 200): Reply<void> {
  return {
    kind: 'written',
    status,
    contentTypes: typeof contentTypes === 'string' ? [contentTypes] : contentTypes,
    description,
  };
}

/** No field at all: what a route takes that names no schema. */
export type Nothing = Record<string, never>;

/** What a route takes and gives; server checks, OpenAPI and docs all come from it. */
export interface RouteSpec<Params, Query, Body, Answer> {
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType<Params>;
  /** Without one, any query is refused. */
  readonly query?: z.ZodType<Query>;
  /** A JSON body. Without one, the body is left unread for the handler (uploads). */
  readonly body?: z.ZodType<Body>;
  /** The longest body in bytes; 64 KiB unless a route needs more. */
  readonly maxBodyBytes?: number;
  /** For the docs only: the form fields of a multipart upload that the handler reads. */
  readonly form?: z.ZodType;
  /** Request headers worth knowing, for the docs. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * For calls that last: takes a slot for the client at this address before anything else is done, and throws where there is none.
   * What it returns is called when the call has ended, however it ends.
   */
  readonly slot?: (clientAddress: string) => () => void;
  readonly reply: Reply<Answer>;
  /** The refusals of its own; those that every route shares are added. */
  readonly problems?: Readonly<Partial<Record<ProblemCode, number>>>;
}

/** One line of the table: method, address, who, what. */
export interface Route {
  readonly method: Method;
  /** In Express's form: /api/users/:email */
  readonly path: string;
  readonly access: AccessRule;
  readonly spec: RouteSpec<unknown, unknown, unknown, unknown>;
  /** Called only with what `access` admitted and the schemas of `spec` accepted. */
  handle(call: Call<Principal | null, unknown, unknown, unknown>): unknown;
}

type Define = <Who extends Principal | null, Params = Nothing, Query = Nothing, Body = undefined, Answer = void>(
  path: string,
  access: AccessRule<Who>,
  spec: RouteSpec<Params, Query, Body, Answer>,
  handle: (call: Call<Who, Params, Query, Body>) => Promise<Answer> | Answer,
) => void;

/** The routes of one domain, read from top to bottom: address, who may, what it takes and gives. */
export interface RouteTable {
  readonly tag: string;
  readonly routes: readonly Route[];
  readonly get: Define;
  readonly post: Define;
  readonly put: Define;
  readonly patch: Define;
  readonly delete: Define;
}

/** An empty table; `tag` names the domain in the docs. */
export function routeTable(tag: string): RouteTable {
  const routes: Route[] = [];
  const define =
    (method: Method): Define =>
    (path, access, spec, handle) => {
      routes.push({ method, path, access, spec, handle });
    };
  return {
    tag,
    routes,
    get: define('get'),
    post: define('post'),
    put: define('put'),
    patch: define('patch'),
    delete: define('delete'),
  };
}
