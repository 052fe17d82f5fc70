import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { ROOT } from '../testing/written-remote.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const TIMEOUT_MS = 60_000;
/** How long an interrupted command may take to end, in ms. */
const AT_ONCE_MS = 5000;

const FILES = {
  'package.json': '{ "name": "mfe-halted", "version": "1.0.0", "private": true, "type": "module" }',
  'remote.config.ts': `export default { name: 'mfe-halted', title: 'Halted', contract: '^1.2.0', contributions: {
    routes: [{ path: '/halted', component: 'Halted', title: 'Halted', public: true }] } };`,
  'src/pages/Halted.tsx': `import { Heading } from '@cytocomm/kit';
export default function Halted() { return <Heading level={1}>Halted</Heading>; }`,
};

let dir: string;
const temporary = () => join(dir, 'temporary');
/** What is temporary and still there; swc keeps its own program for the next process. */
const remaining = () => readdirSync(temporary()).filter((name) => !name.startsWith('swc-'));
const children = new Set<ChildProcess>();

beforeEach(() => {
  // Below the root, so that it finds what is installed.
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  dir = mkdtempSync(join(ROOT, 'test-results', 'halted-'));
  for (const [path, text] of Object.entries(FILES)) write(path, text);
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

/** Resolves when a file whose name begins so is in a folder. */
function appearsIn(folder: string, beginning: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  return new Promise((resolve) => {
    const watcher = watch(folder, look);
    function look(): void {
      if (!readdirSync(folder).some((name) => name.startsWith(beginning))) return;
      watcher.close();
      resolve();
    }
    look();
  });
}

/** Starts a command in the folder, where no Chromium is found, with a folder of its own for what is temporary. */
function run(args: readonly string[]) {
  mkdirSync(temporary(), { recursive: true });
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    cwd: dir,
    env: { PATH: '/nowhere', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, TMPDIR: temporary() },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.add(child);
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('close', (code, by) => resolve(code ?? by)),
  );
  return { child, ended };
}

/** Resolves when a command has printed some words. */
function prints({ stdout }: ReturnType<typeof run>['child'], words: string): Promise<void> {
  return new Promise((resolve) => {
    let output = '';
    stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(words)) resolve();
    });
  });
}

/** Runs a command until it has started, and interrupts that one process. Returns how it ended, and how long that took, in ms. */
async function interrupted(args: readonly string[], started: Promise<void> | string) {
  const { child, ended } = run(args);
  await Promise.race([typeof started === 'string' ? prints(child, started) : started, ended]);
  const since = performance.now();
  child.kill('SIGINT');
  const code = await ended;
  return { code, took: performance.now() - since };
}

test(
  'a build ends at once, by the signal, which shells tell as 130; the next one removes what it left',
  async () => {
    const dist = join(dir, 'dist');
    const { code, took } = await interrupted(['gate'], appearsIn(dist, '.building-'));
    expect(code).toBe('SIGINT');
    expect(took).toBeLessThan(AT_ONCE_MS);
    expect(readdirSync(dist)).toEqual([expect.stringMatching(/^\.building-\d+$/)]);
    await run(['gate']).ended;
    expect(readdirSync(dist)).toEqual([expect.stringMatching(/^1\.0\.0-[0-9a-f]{12}$/)]);
  },
  TIMEOUT_MS,
);

test(
  'check takes the program along that it has started',
  async () => {
    write('tsconfig.json', '{}');
    write('node_modules/typescript/package.json', '{ "name": "typescript" }');
    write(
      'node_modules/typescript/bin/tsc',
      `const { renameSync, writeFileSync } = require('node:fs');
writeFileSync('pid', String(process.pid)); renameSync('pid', 'started'); setInterval(() => {}, 1000);`,
    );
    const started = appearsIn(dir, 'started');
    expect((await interrupted(['check'], started)).code).toBe('SIGINT');
    const pid = Number(readFileSync(join(dir, 'started'), 'utf8'));
    expect(pid).toBeGreaterThan(0);
    await expectGone(pid);
    expect(existsSync(join(dir, 'dist'))).toBe(false);
  },
  TIMEOUT_MS,
);

test(
  'dev ends at once, by the signal, and leaves nothing',
  async () => {
    const { code, took } = await interrupted(['dev'], 'It is served alone at');
    expect(code).toBe('SIGINT');
    expect(took).toBeLessThan(AT_ONCE_MS);
    expect(existsSync(join(dir, 'dist'))).toBe(false);
    expect(remaining()).toEqual([]);
  },
  TIMEOUT_MS,
);

describe('dev --against', () => {
  let portal: Server;
  let against: string[];
  beforeAll(async () => {
    portal = createServer((_, response) => {
      response.writeHead(401, { 'Content-Type': 'application/problem+json' }).end('{}');
    });
    await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
    const address = portal.address();
    against = ['dev', '--against', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`];
  });
  afterAll(() => void portal.close());

  test.each([
    ['while it serves', () => 'Ctrl-C stops it'],
    ['in its first build', () => appearsIn(temporary(), 'mfe-halted-')],
  ])(
    'ends at once, by the signal, and takes its folder along: %s',
    async (_, started) => {
      const { code, took } = await interrupted(against, started());
      expect(code).toBe('SIGINT');
      expect(took).toBeLessThan(AT_ONCE_MS);
      expect(remaining()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

/** Waits until there is no such process; the time of the test bounds it. */
async function expectGone(pid: number): Promise<void> {
  const isThere = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  while (isThere()) await new Promise((resolve) => setImmediate(resolve));
}

test.each(['process.exit(0);', 'process.exitCode = 0; process.exit();', 'await new Promise(() => undefined);'])(
  'a configuration that ends the command or waits without end has not passed: %s',
  async (first) => {
    write('remote.config.ts', `${first}\n${FILES['remote.config.ts']}`);
    expect(await run(['gate']).ended).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
