import type { CallMethod, Role } from '@cytocomm/contract';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { RefusedCall } from '../audit/refusals.ts';
import { type AccessRule, admitted, anonymous, type Caller, isTeam, teamActor } from '../calls/access.ts';
import { ApiError } from '../calls/problem.ts';
import { type Outcome, toUnavailable } from '../database/trouble.ts';
import { type Identity, identify, identifyAgain } from './credentials.ts';
import { PAGE_OF_REFUSAL } from './failures.ts';
import { readInput } from './input.ts';
import type { Route, RouteTable } from './route.ts';

/** Shared by all routes. */
export interface Gate {
  readonly identity: Identity;
  /** Throws 503 until the first connection to the database, and while it is restored. */
  readonly assertDatabase: () => Promise<void>;
  /** Whether there is a role of this name. */
  readonly isRole: (role: Role) => Promise<boolean>;
  readonly publicUrl: string;
  /** Checks each reply against its schema; for tests. */
  readonly checkAnswers: boolean;
  /** Called with each refused call before the response. */
  readonly onRefused: (refusal: RefusedCall) => Promise<void>;
}

/** Marks handlers with an access rule; a test checks all routes of the app. */
export const ACCESS_RULE = Symbol('access rule');

/** A handler with its access rule. */
type GuardedHandler = RequestHandler & { readonly [ACCESS_RULE]: AccessRule };

function send(route: Route, result: unknown, res: Response, checkAnswers: boolean): void {
  // The handler has answered by itself, with another status than usual.
  if (res.headersSent) return;
  const { reply } = route.spec;
  if (reply.kind === 'json') {
    if (checkAnswers) reply.schema.parse(result);
    res.status(reply.status).json(result);
  } else if (reply.kind === 'empty') {
    res.status(reply.status).end();
  }
}

function guarded(route: Route, gate: Gate): GuardedHandler {
  const { access, spec, slot, turn, page } = route;
  const { method, path } = spec.call;
  const recordLater = (res: Response, refusal: RefusedCall) => {
    res.once('close', () => {
      gate
        .onRefused(refusal)
        .catch((error: unknown) => res.req.log.error({ err: error }, 'a refused call was not recorded'));
    });
  };
  const handler = async (req: Request, res: Response): Promise<void> => {
    const clientAddress = req.ip ?? '';
    const userAgent = req.headers['user-agent']?.slice(0, 300) ?? '';
    let caller: Caller = null;
    let outcome: Outcome = 'unchanged';
    let release: (() => void) | undefined;
    let endTurn: () => void = () => undefined;
    try {
      if (access.withoutDatabase !== true) await gate.assertDatabase();
      release = slot?.(clientAddress);
      if (turn !== undefined) endTurn = await turn(clientAddress, closingOf(res));
      const identified = await identify(access, gate.identity, gate.publicUrl, req, res);
      caller = identified;
      const admit = (who: Caller) => admitted(access, who, req, gate.isRole);
      const admitAgain = async () => admit(await identifyAgain(gate.identity, identified));
      let principal = await admit(identified);
      // What the client has not sent yet it may hold back until the right is gone.
      const isBodyThere = req.complete;
      const input = await readInput(spec, req, res, async () => {
        if (!isBodyThere) principal = await admitAgain();
      });
      if (method !== 'GET') outcome = 'unknown';
      const call = { principal, admitAgain, endTurn, ...input, clientAddress, userAgent, req, res };
      const result = await route.handle(call);
      send(route, result, res, gate.checkAnswers);
    } catch (error) {
      if (error instanceof ApiError) {
        const call = `${method} ${path}`;
        const origin = req.headers.origin ?? '';
        const email = isTeam(caller) ? teamActor(caller) : caller?.email;
        const refusal = { code: error.code, email, call, origin, from: clientAddress, userAgent };
        if (error.hides === undefined) await gate.onRefused(refusal);
        // After the response, whose time must not reveal that the record exists; admins in a preview know it.
        else if (isTeam(caller) || caller?.roles.includes('admin') !== true)
          recordLater(res, { ...refusal, hides: error.hides });
      }
      if (page !== undefined && isNavigation(req)) res.locals[PAGE_OF_REFUSAL] = page(req.params);
      throw toUnavailable(error, outcome);
    } finally {
      endTurn();
      release?.();
    }
  };
  return Object.assign(handler, { [ACCESS_RULE]: access });
}

/** Returns what is aborted when a response is closed. */
function closingOf(res: Response): AbortSignal {
  const closing = new AbortController();
  res.once('close', () => closing.abort());
  return closing.signal;
}

/** Whether a person's browser opens the address, by its own word or, of an old one, by what it takes. */
const isNavigation = ({ method, headers }: Request): boolean =>
  method === 'GET' &&
  (headers['sec-fetch-mode'] ?? (headers.accept?.includes('text/html') ? 'navigate' : '')) === 'navigate';

/** Returns the handler of an address's other methods: 405 with `Allow`, and OPTIONS. */
function otherMethods(methods: readonly string[]): GuardedHandler {
  const allowed = methods.includes('GET') ? ['GET', 'HEAD', ...methods.filter((method) => method !== 'GET')] : methods;
  const allow = [...allowed, 'OPTIONS'].join(', ');
  const handler = (req: Request, res: Response): void => {
    if (req.method !== 'OPTIONS') {
      throw new ApiError(405, 'method-not-allowed', `This address answers ${allow}.`, { headers: { Allow: allow } });
    }
    res.status(204).setHeader('Allow', allow).end();
  };
  return Object.assign(handler, { [ACCESS_RULE]: anonymous });
}

/** Express's methods by HTTP method. */
const REGISTER = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const satisfies Record<
  CallMethod,
  string
>;

/** Registers all routes: access rule, schemas, handler, in this order. Throws when a call has two. */
export function mount(app: Express, tables: readonly RouteTable[], gate: Gate): void {
  const methodsOf = new Map<string, string[]>();
  for (const route of tables.flatMap((table) => table.routes)) {
    const { method, path } = route.spec.call;
    const methods = methodsOf.get(path) ?? [];
    if (methods.includes(method)) throw new Error(`${method} ${path} has two routes`);
    methodsOf.set(path, [...methods, method]);
    app[REGISTER[method]](path, guarded(route, gate));
  }
  for (const [path, methods] of methodsOf) app.all(path, otherMethods(methods));
}
