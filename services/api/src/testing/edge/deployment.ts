import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LockedRelease } from '@cytocomm/contract';
import { lockRecordId } from '@cytocomm/releases';
import { type LaunchedService, launchApi, launchWeb, placesOf } from '../api-process.ts';
import { freePort } from '../free-port.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { until } from '../until.ts';
import { type Edge, HOSTS, startCaddy, startNginx } from './edges.ts';

const RELEASE = '0.1.0-0123456789ab';
const SCRIPT = 'const plain = 1;';

/** What the web processes of a deployment have: a page, one that is made from what the API answers, and a release file. */
export const PAGES = ['/', '/news', `/releases/shell/${RELEASE}/entry.js`] as const;

/** A portal as docker-compose.yml shapes it: processes of both services behind both edges, on one database. */
export interface Deployment {
  readonly portal: TestPortal;
  readonly edges: readonly Edge[];
  /** Starts the processes of these names, and waits until they listen. */
  start(...names: readonly string[]): Promise<void>;
  /** Signals a process; resolves to its exit code. */
  end(name: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  stop(): Promise<void>;
}

/** A store with one release, and an active lock. */
function writeStore(dir: string): void {
  const integrity = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`;
  const files = [{ path: 'entry.js', integrity, bytes: SCRIPT.length }];
  const page = (path: string) => ({ path, component: 'Main', title: path, public: false });
  const shell: LockedRelease = {
    name: 'shell',
    title: 'shell',
    version: '0.1.0',
    release: RELEASE,
    contract: '1.0.0',
    entry: 'entry.js',
    shared: {},
    components: { Main: { scripts: ['entry.js'], styles: [] } },
    files,
    contributions: {
      routes: [page('/'), { ...page('/news'), data: { list: '/api/press-releases' } }],
      links: [],
      sections: [],
      overlays: [],
    },
    baseUrl: `/releases/shell/${RELEASE}/`,
  };
  const origin = { base: null, createdAt: '2026-01-01T00:00:00.000Z', createdBy: 'checkout', reason: '' };
  const content = { ...origin, shell, remotes: [] };
  const id = lockRecordId(content);
  const release = join(dir, 'releases', 'shell', RELEASE);
  for (const folder of [release, join(dir, 'locks')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(release, 'entry.js'), SCRIPT);
  writeFileSync(join(release, 'release.json'), JSON.stringify({ name: 'shell', release: RELEASE, files }));
  writeFileSync(join(dir, 'locks', `${id}.json`), JSON.stringify({ id, ...content }));
  writeFileSync(join(dir, 'locks', 'current'), id);
}

/** Starts both edges with the database and the mailbox behind them, and no process of a service yet. */
export async function startDeployment(): Promise<Deployment> {
  const dir = mkdtempSync(join(tmpdir(), 'edge-'));
  writeStore(dir);
  const portal = await startTestPortal();
  // The processes behind the edges do all the work, this one's jobs and mails as well.
  await portal.api.close();
  const ports = { service: await freePort(), apiOperators: await freePort(), webOperators: await freePort() };
  const edges: Edge[] = [];
  const processes = new Map<string, LaunchedService>();

  async function startOne(name: string): Promise<void> {
    const host = HOSTS[name] ?? '';
    const isApi = name.startsWith('api');
    const settings = {
      NODE_ENV: 'test',
      HOST: host,
      PORT: String(ports.service),
      OPERATOR_HOST: host,
      OPERATOR_PORT: String(isApi ? ports.apiOperators : ports.webOperators),
      PUBLIC_URL: portal.url,
      TRUST_PROXY: 'loopback',
      // Longer than it takes Caddy to notice.
      DRAIN_DELAY: '2',
      LOG_LEVEL: 'warn',
    };
    const started = isApi
      ? launchApi({ ...settings, MONGODB_URI: portal.database.uri, SMTP_URL: portal.mailbox.smtpUrl })
      : launchWeb({
          ...settings,
          API_URL: edges[0]?.inner ?? '',
          RELEASES_DIR: join(dir, 'releases'),
          LOCKS_DIR: join(dir, 'locks'),
        });
    processes.set(name, started);
    await placesOf(started);
  }

  const deployment: Deployment = {
    portal,
    edges,
    start: async (...names) => {
      await Promise.all(names.map(startOne));
      for (const { name, url } of edges) {
        for (const path of ['/', '/api/press-releases'])
          await until(`${name} to answer ${path}`, async () => (await fetch(url + path)).ok, 60_000);
      }
    },
    end: async (name, signal) => {
      const process = processes.get(name);
      if (process === undefined) throw new Error(`${name} was not started.`);
      process.child.kill(signal);
      return (await process.ended).code;
    },
    stop: async () => {
      await Promise.all([...processes.values()].map((process) => process.kill()));
      await Promise.all(edges.map((edge) => edge.stop()));
      await portal.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  try {
    for (const startEdge of [startNginx, startCaddy]) edges.push(await startEdge(dir, ports));
    return deployment;
  } catch (error) {
    await deployment.stop();
    throw error;
  }
}
