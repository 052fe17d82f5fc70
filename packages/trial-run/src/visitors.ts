import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Lock, Role } from '@cytocomm/contract';
import { addressOf, openLive, reportTelemetry } from '@cytocomm/contract';
import { askFakePortal, buildUser, createFakePortal, demoData, type FakePortal } from '@cytocomm/fake-portal';

/** The cookie that says whose portal a request belongs to. */
export const VISITOR_COOKIE = 'trial_visitor';
/** Below it are the calls of the API. */
export const API_FOLDER = addressOf(openLive).slice(0, addressOf(openLive).lastIndexOf('/') + 1);
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Somebody who looks at pages: with a portal of their own, so that what they do is nobody else's. */
export interface Visitor {
  readonly id: string;
  /** Calls that the API does not have. */
  readonly unknownCalls: readonly string[];
}

interface KnownVisitor extends Visitor {
  readonly portal: FakePortal;
  readonly unknownCalls: string[];
}

/** The API of a trial's site: the fake portal, one for each visitor. */
export interface Visitors {
  /** Adds a visitor; `roles` are those of the person who is signed in, undefined for nobody. */
  add(roles: readonly Role[] | undefined): Visitor;
  /** Whether an address is one of the API's. */
  isCall(url: URL): boolean;
  /** Returns what the API answers nobody at an address; null for anything but a success. */
  read(url: URL): Promise<unknown>;
  /** Sends what the portal of the visitor who makes a call answers; of nobody's when it names none. */
  answer(url: URL, request: IncomingMessage, response: ServerResponse): void;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return Buffer.from(Buffer.concat(chunks));
}

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, String(value));
  return all;
}

/** Sends the answer to a call of a visitor's page. */
async function answerCall(visitor: KnownVisitor, url: URL, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET' } = request;
  if (url.pathname === addressOf(openLive)) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(':\n\n');
    return;
  }
  const body = await bodyOf(request);
  if (url.pathname === addressOf(reportTelemetry)) {
    response.writeHead(202).end();
    return;
  }
  const asked = new Request(url, {
    method,
    headers: headersOf(request),
    ...(method !== 'GET' && method !== 'HEAD' && body.length > 0 && { body }),
  });
  let answer: Response;
  try {
    answer = await askFakePortal(visitor.portal, asked);
  } catch {
    visitor.unknownCalls.push(`${method} ${url.pathname}`);
    response.writeHead(404).end();
    return;
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Returns the table of remotes in which each remote of a lock has the roles and backends that it brings. */
function rowsOf({ remotes }: Lock) {
  return remotes.flatMap(({ name: remote, contributions: { roles = [], backends = [] } }) => {
    const claims = { routes: [], sections: [], roles: roles.map(({ name }) => name), backends };
    return roles.length + backends.length > 0 ? [{ remote, claims, mayPromote: false, switchedOff: null }] : [];
  });
}

/** Creates the API of the site of a lock. */
export function createVisitors(lock: Lock): Visitors {
  const visitors = new Map<string, KnownVisitor>();
  const rows = rowsOf(lock);

  function add(roles: readonly Role[] | undefined): KnownVisitor {
    const person = buildUser({ email: 'person@trial.example', name: 'Trial Person', roles: [...(roles ?? [])] });
    const data = demoData();
    const others = (data.remotes ?? []).filter(({ remote }) => !rows.some((row) => row.remote === remote));
    const portal = createFakePortal({
      ...data,
      users: [...(data.users ?? []), person],
      remotes: [...others, ...rows],
    });
    if (roles !== undefined) portal.cookie = person.email;
    const known = { id: String(visitors.size), portal, unknownCalls: [] };
    visitors.set(known.id, known);
    return known;
  }
  // Whoever has no cookie: the server itself, which asks for the data of public pages.
  const nobody = add(undefined);

  return {
    add,
    isCall: ({ pathname }) => pathname.startsWith(API_FOLDER),
    async read(url) {
      const answer = await askFakePortal(nobody.portal, new Request(url)).catch(() => undefined);
      return answer?.ok ? answer.json() : null;
    },
    answer(url, request, response) {
      const id = new RegExp(`${VISITOR_COOKIE}=(\\d+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
      answerCall(visitors.get(id) ?? nobody, url, request, response).catch(() => response.destroy());
    },
  };
}
