import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lock } from '@cytocomm/contract';
import { addressOf, openLive, type Role, reportTelemetry } from '@cytocomm/contract';
import { askFakePortal, buildUser, createFakePortal, demoData, type FakePortal } from '@cytocomm/test-kit/in-node';
import { createWebApp, readWebConfig } from '@cytocomm/web';
import { pino } from 'pino';
import { z } from 'zod';

/** The cookie that says whose portal a request belongs to. */
export const VISITOR_COOKIE = 'trial_visitor';
/** How the renderer says that a page was not begun. */
const BUSY = /was not begun|wait already|are at work/;
const MAX_TRIES = 5;
/** How long the server keeps a page that it could not render, in ms. */
const AGAIN_AFTER_MS = 2500;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Somebody who looks at pages: with a portal of their own, so that what they do is nobody else's. */
export interface Visitor {
  readonly id: string;
  /** Calls that the API does not have. */
  readonly unknownCalls: readonly string[];
}

/** The portal with one lock on this machine: the server's own pages and files, and a fake API. */
export interface TrialSite extends AsyncDisposable {
  readonly origin: string;
  /** Adds a visitor; `roles` are those of the person who is signed in, undefined for nobody. */
  visitor(roles: readonly Role[] | undefined): Visitor;
  /** Lets the server render a page. Resolves to why it could not; undefined when it could. */
  renderFailure(path: string): Promise<string | undefined>;
}

const failureSchema = z.object({ path: z.string(), err: z.object({ message: z.string() }) });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

interface KnownVisitor extends Visitor {
  readonly portal: FakePortal;
  readonly unknownCalls: string[];
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

/** Starts the portal of a lock on a free port of the loopback interface. */
export async function startTrialSite(lock: Lock, releasesDir: string): Promise<TrialSite> {
  const visitors = new Map<string, KnownVisitor>();
  const failures = new Map<string, string>();
  const log = pino(
    { level: 'error' },
    {
      write(line) {
        const failure = failureSchema.safeParse(readJson(line)).data;
        if (failure) failures.set(failure.path, failure.err.message);
      },
    },
  );

  function visitor(roles: readonly Role[] | undefined): KnownVisitor {
    const person = buildUser({ email: 'person@trial.example', name: 'Trial Person', roles: [...(roles ?? [])] });
    const data = demoData();
    const portal = createFakePortal({ ...data, users: [...(data.users ?? []), person] });
    if (roles !== undefined) portal.cookie = person.email;
    const known = { id: String(visitors.size), portal, unknownCalls: [] };
    visitors.set(known.id, known);
    return known;
  }
  // Whoever has no cookie: the server itself, which asks for the data of public pages.
  const nobody = visitor(undefined);

  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const config = readWebConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: origin,
    RELEASES_DIR: releasesDir,
    LOCKS_DIR: releasesDir,
  });
  const locks = { current: async () => lock, served: async () => ({ live: lock, switchedOff: [] }) };
  const web = createWebApp({ config, locks, log });
  handle = (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    if (!url.pathname.startsWith('/api/')) return web(request, response);
    const id = new RegExp(`${VISITOR_COOKIE}=(\\d+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
    answerCall(visitors.get(id) ?? nobody, url, request, response).catch(() => response.destroy());
  };

  async function renderFailure(path: string): Promise<string | undefined> {
    for (let tries = 1; ; tries += 1) {
      failures.delete(path);
      const answer = await fetch(origin + path);
      await answer.arrayBuffer();
      const failure = failures.get(path);
      // A machine that is busy says nothing about the release.
      if (failure === undefined || tries === MAX_TRIES || !BUSY.test(failure)) return failure;
      await pause(AGAIN_AFTER_MS);
    }
  }

  return {
    origin,
    visitor,
    renderFailure,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
