import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf, type Lock, openLive, type Role, reportTelemetry } from '@cytocomm/contract';
import { askFakePortal, buildUser, createFakePortal, demoData, type FakePortal } from '@cytocomm/fake-portal';

/** The cookie that says whose portal a request belongs to. */
export const VISITOR_COOKIE = 'trial_visitor';
/** Below it are the calls of the API. */
export const API_FOLDER = addressOf(openLive).slice(0, addressOf(openLive).lastIndexOf('/') + 1);
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** A visitor of pages, with their own fake portal. */
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
  /** Adds a visitor; `roles` are those of the person who is signed in, undefined when signed out. */
  add(roles: readonly Role[] | undefined): Visitor;
  /** Whether an address is one of the API's. */
  isCall(url: URL): boolean;
  /** Returns the answer of the API to a signed-out visitor; null if it fails. */
  read(url: URL): Promise<unknown>;
  /** Sends the answer of the portal of the calling visitor, by default of the signed-out one. */
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
  const call = new Request(url, {
    method,
    headers: headersOf(request),
    ...(method !== 'GET' && method !== 'HEAD' && body.length > 0 && { body }),
  });
  let answer: Response;
  try {
    answer = await askFakePortal(visitor.portal, call);
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
    const visitor = { id: String(visitors.size), portal, unknownCalls: [] };
    visitors.set(visitor.id, visitor);
    return visitor;
  }
  // Without a cookie: the server itself, which requests the data of public pages.
  const signedOut = add(undefined);

  return {
    add,
    isCall: ({ pathname }) => pathname.startsWith(API_FOLDER),
    async read(url) {
      const answer = await askFakePortal(signedOut.portal, new Request(url)).catch(() => undefined);
      return answer?.ok ? answer.json() : null;
    },
    answer(url, request, response) {
      const id = new RegExp(`${VISITOR_COOKIE}=(\\d+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
      answerCall(visitors.get(id) ?? signedOut, url, request, response).catch(() => response.destroy());
    },
  };
}

/** The machine had no time for a trial: it says nothing about the release. */
export class TooBusyToTry extends Error {
  override readonly name = 'TooBusyToTry';
}

/** The portal with one lock on this machine: pages, prerendered, the files of releases, and a fake API. */
export interface TrialSite extends AsyncDisposable {
  readonly origin: string;
  /** Adds a visitor; `roles` are those of the person who is signed in, undefined when signed out. */
  visitor(roles: readonly Role[] | undefined): Visitor;
  /** Lets the server render a page. Resolves to why it could not; undefined when it could. Rejects with TooBusyToTry. */
  renderFailure(path: string): Promise<string | undefined>;
}

/** Starts the portal of a lock whose releases lie in a folder, on a free port of the loopback interface. */
export type StartTrialSite = (lock: Lock, releasesDir: string) => Promise<TrialSite>;
