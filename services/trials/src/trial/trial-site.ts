import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lock } from '@cytocomm/contract';
import { createVisitors, TooBusyToTry, type TrialSite } from '@cytocomm/trial-run';
import { createWebApp, readWebConfig } from '@cytocomm/web';
import { pino } from 'pino';
import { z } from 'zod';

/** How long a page may take, in ms: processor time as on a portal, and time enough for a machine that is busy with others. */
const PAGE_TIMES = { waitMs: 30_000, workMs: 2000, pageMs: 30_000 };
/** A page is sent when it is known how its rendering ended, with the start of its process: no page without markup in its place. */
const PAGE_BUDGET_MS = PAGE_TIMES.waitMs + 2 * PAGE_TIMES.pageMs;
/** How often a page is tried while the machine is too busy. */
const MAX_TRIES = 5;
/** How long the server keeps a page that it could not render, in ms. */
const AGAIN_AFTER_MS = 2500;

const failureSchema = z.object({
  path: z.string(),
  err: z.object({ message: z.string(), reason: z.enum(['busy', 'cooldown', 'failed']).optional() }),
});

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Starts the portal of a lock on a free port of the loopback interface: the server's own pages and files, and a fake API. */
export async function startTrialSite(lock: Lock, releasesDir: string): Promise<TrialSite> {
  const failures = new Map<string, z.infer<typeof failureSchema>['err']>();
  const log = pino(
    { level: 'error' },
    {
      write(line) {
        const failure = failureSchema.safeParse(readJson(line)).data;
        if (failure) failures.set(failure.path, failure.err);
      },
    },
  );
  const visitors = createVisitors(lock);

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
  const web = createWebApp({ config, locks, log, pageTimes: PAGE_TIMES, pageBudgetMs: PAGE_BUDGET_MS });
  handle = (request, response) => {
    const url = URL.parse(request.url ?? '/', origin);
    if (url === null) response.writeHead(400).end();
    else if (visitors.isCall(url)) visitors.answer(url, request, response);
    else web(request, response);
  };

  async function renderFailure(path: string): Promise<string | undefined> {
    for (let tries = 1; ; tries += 1) {
      failures.delete(path);
      const answer = await fetch(origin + path);
      await answer.arrayBuffer();
      const failure = failures.get(path);
      // A machine that is busy says nothing about the release.
      if (failure?.reason !== 'busy') return failure?.message;
      if (tries === MAX_TRIES) throw new TooBusyToTry(`the portal was too busy to render ${path}: ${failure.message}`);
      await pause(AGAIN_AFTER_MS);
    }
  }

  return {
    origin,
    visitor: (roles) => visitors.add(roles),
    renderFailure,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
