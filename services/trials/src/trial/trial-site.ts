import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lock } from '@cytocomm/contract';
import { createVisitors, type TrialSite } from '@cytocomm/trial-run';
import { createWebApp, readWebConfig } from '@cytocomm/web';
import { pino } from 'pino';
import { z } from 'zod';

/** How the renderer says that a page was not begun. */
const BUSY = /was not begun|wait already|are at work/;
const MAX_TRIES = 5;
/** How long the server keeps a page that it could not render, in ms. */
const AGAIN_AFTER_MS = 2500;

const failureSchema = z.object({ path: z.string(), err: z.object({ message: z.string() }) });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Starts the portal of a lock on a free port of the loopback interface: the server's own pages and files, and a fake API. */
export async function startTrialSite(lock: Lock, releasesDir: string): Promise<TrialSite> {
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
  const web = createWebApp({ config, locks, log });
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
      if (failure === undefined || tries === MAX_TRIES || !BUSY.test(failure)) return failure;
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
