import type { CallMethod } from '@cytocomm/contract';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { RefusedCall } from '../audit/refusals.ts';
import { type AccessRule, anonymous, type Principal } from './access.ts';
import { type Identity, identify } from './credentials.ts';
import { explained, type Outcome } from './database-trouble.ts';
import { readInput } from './input.ts';
import { judgedAs } from './preview.ts';
import { ApiError } from './problem.ts';
import type { Route, RouteTable } from './route.ts';

/** What every route needs to find out who is asking. */
export interface Gate {
  readonly identity: Identity;
  /** Throws 503 while the database was never reached. */
  readonly assertDatabase: () => void;
  readonly publicUrl: string;
  /** In tests every answer is held against its schema, so that what the docs promise is what is sent. */
  readonly checkAnswers: boolean;
  /** Told of every call that is refused, before the answer. */
  readonly onRefused: (refused: RefusedCall) => Promise<void>;
}

/** Marks the handlers that hold an access rule; a test walks every route of the app and asks for it. */
export const ACCESS_RULE = Symbol('access rule');

/** A handler that states its access rule. */
type GuardedHandler = RequestHandler & { readonly [ACCESS_RULE]: AccessRule };

function send(route: Route, answer: unknown, res: Response, checkAnswers: boolean): void {
  const { reply } = route.spec;
  if (reply.kind === 'json') {
    if (checkAnswers) reply.schema.parse(answer);
    res.status(reply.status).json(answer);
  } else if (reply.kind === 'empty') {
    res.status(reply.status).end();
  }
}

function guarded(route: Route, gate: Gate): GuardedHandler {
  const { access, spec, slot } = route;
  const { method, path } = spec.call;
  const noteLater = (res: Response, refused: RefusedCall) => {
    res.once('close', () => {
      gate.onRefused(refused).catch((error: unknown) => res.req.log.error({ err: error }, 'a refusal was not noted'));
    });
  };
  const handler = async (req: Request, res: Response): Promise<void> => {
    if (access.credentials !== 'none') gate.assertDatabase();
    const clientAddress = req.ip ?? '';
    const userAgent = req.headers['user-agent']?.slice(0, 300) ?? '';
    let caller: Principal | null = null;
    let outcome: Outcome = 'unchanged';
    let release: (() => void) | undefined;
    try {
      release = slot?.(clientAddress);
      caller = await identify(access, gate.identity, gate.publicUrl, req, res);
      const principal = access.admit(judgedAs(access, caller, req));
      const input = await readInput(spec, req, res);
      if (method !== 'GET') outcome = 'unknown';
      const answer = await route.handle({ principal, ...input, clientAddress, userAgent, req, res });
      send(route, answer, res, gate.checkAnswers);
    } catch (error) {
      if (error instanceof ApiError) {
        const call = `${method} ${path}`;
        const origin = req.headers.origin ?? '';
        const refused = { code: error.code, email: caller?.email, call, origin, from: clientAddress, userAgent };
        if (error.hides === undefined) await gate.onRefused(refused);
        // Behind the answer: its time must not tell that there is something. An admin who previews a role knows anyway.
        else if (caller?.roles.includes('admin') !== true) noteLater(res, { ...refused, hides: error.hides });
      }
      throw explained(error, outcome);
    } finally {
      release?.();
    }
  };
  return Object.assign(handler, { [ACCESS_RULE]: access });
}

/** Handles the methods that an address does not have: 405 with `Allow`, and OPTIONS. */
function otherMethods(methods: readonly string[]): GuardedHandler {
  const answered = methods.includes('GET') ? ['GET', 'HEAD', ...methods.filter((method) => method !== 'GET')] : methods;
  const allow = [...answered, 'OPTIONS'].join(', ');
  const handler = (req: Request, res: Response): void => {
    if (req.method !== 'OPTIONS') {
      throw new ApiError(405, 'method-not-allowed', `This address answers ${allow}.`, { headers: { Allow: allow } });
    }
    res.status(204).setHeader('Allow', allow).end();
  };
  return Object.assign(handler, { [ACCESS_RULE]: anonymous });
}

/** Express's functions that register a handler. */
const REGISTER = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const satisfies Record<
  CallMethod,
  string
>;

/** Registers every line of the tables: the access rule comes first, then the schemas, then the handler. Throws when a call has two. */
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
