import { type Call, type CallSpec, specOf } from '@cytocomm/contract';
import type { Request, Response } from 'express';
import type { AccessRule, Principal } from './access.ts';

/** A call as a handler sees it: checked, typed, and with the person it comes from. */
interface IncomingCall<Who extends Principal | null, Params, Query, Body> {
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

/** What only some routes need. */
interface RouteOptions {
  /**
   * For calls that last: takes a slot for the client at this address before anything else is done, and throws where there is none.
   * What it returns is called when the call has ended, however it ends.
   */
  readonly slot?: (clientAddress: string) => () => void;
}

/** One line of the table: which call, who may make it, what is done. */
export interface Route extends RouteOptions {
  readonly spec: CallSpec;
  readonly access: AccessRule;
  /** Called only with what `access` admitted and the schemas of `spec` accepted. */
  handle(call: IncomingCall<Principal | null, unknown, unknown, unknown>): unknown;
}

/** The routes of one domain, read from top to bottom. */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** Adds the route of a call of the contract; throws when that has no spec. */
  readonly answer: <Who extends Principal | null, Params, Query, Body, Reply>(
    call: Call<Params, Query, Body, Reply>,
    access: AccessRule<Who>,
    handle: (
      call: IncomingCall<Who, NoInfer<Params>, NoInfer<Query>, NoInfer<Body>>,
    ) => Promise<NoInfer<Reply>> | NoInfer<Reply>,
    options?: RouteOptions,
  ) => void;
}

/** Returns an empty table. */
export function routeTable(): RouteTable {
  const routes: Route[] = [];
  return {
    routes,
    answer: (call, access, handle, options) => {
      routes.push({ spec: specOf(call), access, handle, ...options });
    },
  };
}
