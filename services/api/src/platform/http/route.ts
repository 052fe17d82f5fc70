import { type Call, type CallSpec, specOf } from '@cytocomm/contract';
import type { Request, Response } from 'express';
import type { AccessRule, Caller } from '../calls/access.ts';

/** A checked call with who makes it. */
interface IncomingCall<Who extends Caller, Params, Query, Body> {
  readonly principal: Who;
  /** Asks again who makes the call and whether they may, before a file is taken over and while an answer is sent. Throws 401, 403. */
  readonly admitAgain: () => Promise<Who>;
  /** Lets the next call have its turn; it has it at the end anyway. */
  readonly endTurn: () => void;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The caller's network address; X-Forwarded-For is read from trusted proxies only. */
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly req: Request;
  readonly res: Response;
}

/** Options of a route. */
interface RouteOptions {
  /** Returns the page to which a browser that navigates here is led when the call is refused: people get no JSON. */
  readonly page?: (params: Readonly<Record<string, string | string[]>>) => string;
  /** Takes a slot for a long call before anything else; throws when none is free. Returns a function that is called at the end. */
  readonly slot?: (clientAddress: string) => () => void;
  /**
   * Waits for the call's turn, after the slot, until `gone` says that the client has left. Returns a function that ends it; further
   * calls do nothing.
   */
  readonly turn?: (clientAddress: string, gone: AbortSignal) => Promise<() => void>;
}

/** One route: the call, who may make it, its handler. */
export interface Route extends RouteOptions {
  readonly spec: CallSpec;
  readonly access: AccessRule;
  /** Called with what `access` admits and the schemas of `spec` accept. */
  handle(call: IncomingCall<Caller, unknown, unknown, unknown>): unknown;
}

/** The routes of a domain. */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** Adds the route of a call. Throws when the contract has no spec of it. */
  readonly answer: <Who extends Caller, Params, Query, Body, Reply>(
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
