import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createListener } from '@cytocomm/listener';
import { LockRefused } from '@cytocomm/releases';
import { openReleaseStore } from '@cytocomm/remote-tools';
import { createWebApp, LockUnusable, readWebConfig } from '@cytocomm/web';
import pino from 'pino';
import { type Running, say } from '../portal/command.ts';
import { listen, stopListening } from '../portal/listening.ts';
import { refusesHost } from '../portal/own-hosts.ts';
import { apiVersionAt } from '../portal/running-api.ts';
import { CannotStart } from '../portal/settings.ts';
import { watchReleases } from './dev-releases.ts';
import { forward } from './forward.ts';
import { createReloadChannel, RELOAD_SCRIPT } from './reload-channel.ts';
import { foreignOrigins, localPlace, readTargetLock, targetOrigin, withLocalRelease } from './target-portal.ts';

/**
 * Serves the pages of a running development portal with one remote of this checkout in place of its own, rebuilt as its
 * sources change. Pages are put together here, from the portal's lock with that one release replaced; the API and all
 * other releases are the portal's. Throws CannotStart.
 */
export async function serveAgainst(remote: string, address: string, wantedPort: number): Promise<Running> {
  const target = targetOrigin(address);
  const portalLock = await readTargetLock(target);
  const api = await apiVersionAt(target);

  await using started = new AsyncDisposableStack();
  const dir = mkdtempSync(join(tmpdir(), `${remote}-`));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const store = openReleaseStore(dir);
  const channel = createReloadChannel();

  let handle: RequestListener = (_request, response) => void response.writeHead(503).end();
  const listener = createListener((request, response) => handle(request, response));
  const here = `http://localhost:${await listen(listener, wantedPort, 'localhost', 'PORT')}`;
  started.defer(() => stopListening(listener));

  const composed = async () => {
    const local = releases.newest.get(remote);
    if (!local) throw new CannotStart(`${remote} does not build; webpack says why above.`);
    const lock = withLocalRelease(await readTargetLock(target), localPlace(local), api);
    channel.announce(lock.id);
    return lock;
  };
  /** A lock for a page or for the reload channel; what is wrong with it is told here, once for all callers. */
  const current = async () => {
    try {
      return await composed();
    } catch (error) {
      if (!(error instanceof LockRefused || error instanceof CannotStart)) throw error;
      say(error.message);
      throw new LockUnusable(error.message, { cause: error });
    }
  };

  say(`Building ${remote} for development …`);
  const releases = await watchReleases([remote], store, join(dir, 'building'), say, () => {
    current().catch((error: unknown) => {
      if (!(error instanceof LockUnusable)) throw error;
    });
    return true;
  });
  started.defer(() => releases.close());
  started.defer(() => channel.close());
  await composed();

  const web = createWebApp({
    config: readWebConfig({
      NODE_ENV: 'development',
      PUBLIC_URL: here,
      RELEASES_DIR: store.releasesDir,
      LOCKS_DIR: store.locksDir,
      REMOTE_ORIGINS: foreignOrigins(portalLock, target.origin).join(','),
    }),
    locks: { current, served: async () => ({ live: await current(), switchedOff: [] }) },
    // What can go wrong is told by `current`.
    log: pino({ level: 'silent' }),
    development: { scripts: [RELOAD_SCRIPT] },
  });
  const isTargets = (path: string) => {
    const [, top, name, release] = path.split('/');
    if (top === 'api' || top === 'healthz') return true;
    return top === 'releases' && !(name === remote && existsSync(join(store.releasesDir, name, release ?? '')));
  };
  const refuses = refusesHost(here);
  handle = (request, response) => {
    if (refuses(request, response) || channel.handle(request, response)) return;
    const { pathname } = new URL(request.url ?? '/', here);
    if (isTargets(pathname)) forward(request, response, here, target);
    else web(request, response);
  };

  say('');
  say(`  ${here}`);
  say(`  The portal at ${target.origin} with ${remote} of this checkout. Sign in with the code of the mail, or at the`);
  say('  portal itself: a browser keeps one session for all ports of localhost. Ctrl-C stops it.');
  const running = started.move();
  return { stop: () => running.disposeAsync() };
}
