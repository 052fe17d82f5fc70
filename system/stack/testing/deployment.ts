import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../services/api/src/testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../../services/api/src/testing/portal.ts';
import { PROGRAM_ENVIRONMENT } from '../../../services/api/src/testing/processes.ts';
import { publishBuilds } from '../../../tools/commands/portal/publish-builds.ts';
import { settingsSchema } from '../../../tools/commands/portal/settings.ts';
import { type Stack, type StackEdge, startStack } from '../../../tools/commands/stack/stack.ts';
import { fakeBuild } from '../../../tools/commands/testing/release-builds.ts';
import { bringProgram } from '../../testing/system-program.ts';

const SECRETS = { SESSION_SECRET: 's'.repeat(32), TOKEN_SECRET: 't'.repeat(32) };

/** A stack behind both edges, on the database of a test portal, which has the people. */
export interface Deployment {
  readonly portal: TestPortal;
  readonly edges: readonly StackEdge[];
  /** The operators' address of each process, by its name. */
  readonly operatorUrls: ReadonlyMap<string, string>;
  /** What the web processes have: a page, one that is made from what the API answers, and a release file. */
  readonly pages: readonly string[];
  /** Starts processes that were ended, and waits until both edges answer. */
  start(...names: readonly string[]): Promise<void>;
  /** Signals a process and keeps it away; resolves when it has ended. */
  end(name: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Stops the processes that render pages, but not those that serve them, until it is disposed of. */
  hangRendering(): Disposable;
  stop(): Promise<void>;
}

/** Returns the processes that a process has started, and those that they have. */
function descendantsOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number)
    .flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Starts two processes of each service behind nginx and Caddy; `given` are settings of them all. */
export async function startDeployment(given: Readonly<Record<string, string>> = {}): Promise<Deployment> {
  for (const name of ['nginx', 'caddy'] as const) bringProgram(name);
  await using started = new AsyncDisposableStack();
  const dir = mkdtempSync(join(tmpdir(), 'edge-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const portal = await startTestPortal(SECRETS);
  started.defer(() => portal.stop());
  // The processes behind the edges do all the work, this one's jobs and mails as well.
  await portal.api.close();
  const builds = [
    fakeBuild(dir, 'shell'),
    fakeBuild(dir, 'mfe-lab'),
    fakeBuild(dir, 'mfe-figures', { list: '/api/press-releases' }),
  ];
  const stack: Stack = await startStack({
    settings: settingsSchema.parse({
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: join(dir, 'data'),
      MONGODB_URI: portal.database.uri,
      SMTP_URL: portal.mailbox.smtpUrl,
      PUBLIC_URL: portal.url,
    }),
    given: { ...PROGRAM_ENVIRONMENT, ...SECRETS, ...given },
    promote: (desk) => publishBuilds(desk, builds, { by: 'test', reason: 'a test' }),
    edges: ['nginx', 'caddy'],
    say: () => undefined,
  });
  started.defer(() => stack.stop());
  const pages = ['/lab', '/figures', `/releases/mfe-lab/${builds[1]?.release.release}/entry.js`];
  const releases = new Map<string, () => void>();

  async function untilAnswered(): Promise<void> {
    for (const { name, url } of stack.edges)
      for (const path of [...pages, '/api/press-releases'])
        await until(`${name} to answer ${path}`, async () => (await fetch(url + path)).ok, 60_000);
  }
  await untilAnswered();
  const resources = started.move();
  return {
    ...{ portal, edges: stack.edges, operatorUrls: stack.operatorUrls, pages },
    start: async (...names) => {
      for (const name of names) releases.get(name)?.();
      await until(
        'the processes to be ready',
        async () => {
          const answers = names.map(async (name) => (await fetch(`${stack.operatorUrls.get(name)}/readyz`)).ok);
          return (await Promise.all(answers.map((each) => each.catch(() => false)))).every(Boolean);
        },
        60_000,
      );
      await untilAnswered();
    },
    end: async (name, signal) => {
      const process_ = stack.processes.get(name);
      if (process_ === undefined) throw new Error(`${name} was not started.`);
      releases.set(name, process_.hold());
      const ended = process_.ended();
      process.kill(process_.pid(), signal);
      await ended;
    },
    hangRendering: () => {
      const renderers = ['web-1', 'web-2'].flatMap((name) => descendantsOf(stack.processes.get(name)?.pid() ?? 0));
      for (const pid of renderers) process.kill(pid, 'SIGSTOP');
      // One whose page took too long is gone.
      return { [Symbol.dispose]: () => void spawnSync('kill', ['-CONT', ...renderers.map(String)]) };
    },
    stop: () => resources.disposeAsync(),
  };
}
