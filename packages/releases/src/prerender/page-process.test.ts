import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lock, LockedRelease } from '@cytocomm/contract';
import { pageCommand } from './page-command.ts';
import { PageNotMade, PageStarved, startPageProcess } from './page-process.ts';

// What holds when code has got out of its page's realm into the process: the process itself has nothing.

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'page-process-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function output(program: string): Promise<string> {
  const [command = '', ...flags] = await pageCommand();
  return execFileSync(command, [...flags, '-e', program], { env: {}, encoding: 'utf8' });
}

test.each([
  ['reading a file', `fs.readFileSync('/etc/hosts')`],
  ['listing a folder', `fs.readdirSync('/')`],
  ['writing a file', `fs.writeFileSync(DIR + '/made', '')`],
  ['making a link', `fs.symlinkSync('/etc/hosts', DIR + '/made')`],
  ['removing a file', `fs.rmSync(DIR, { recursive: true })`],
  ['starting a process', `get('child_process').execSync('touch ' + DIR + '/made')`],
  ['starting a thread', `new (get('worker_threads').Worker)('0', { eval: true })`],
  ['an add-on', `process.dlopen({ exports: {} }, process.execPath)`],
  ['the inspector', `new (get('inspector').Session)().connect()`],
  ['WASI', `new (get('wasi').WASI)({ version: 'preview1' })`],
  ['the bindings of Node', `process.binding('tcp_wrap')`],
  ['a function from text', `Function('return 1')()`],
  ['changing what everything inherits', `'use strict'; Array.prototype.map = null`],
])('%s is refused to a page process as a process', async (_, code) => {
  const program = `const get = process.getBuiltinModule, fs = get('fs'), DIR = ${JSON.stringify(dir)};
    let message = 'DONE';
    try { (() => { ${code} })() } catch (error) { message = error.code ?? error.name }
    get('fs').writeSync(1, message);`;
  const printed = await output(program);
  expect(printed).toMatch(/^(ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED|EvalError|TypeError)$/);
  expect(readdirSync(dir)).toEqual([]);
});

test('there is no environment, and where the system allows it no network', async () => {
  expect(await output('process.stdout.write(Object.keys(process.env).join() + ".")')).toBe('.');
  const server = createServer((socket) => void socket.end());
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const reached = new Promise<void>((connected) => server.once('connection', () => connected()));
  const { port } = server.address() as AddressInfo;
  const [command] = await pageCommand();
  const tried = await promisify(execFile)(command ?? '', [
    ...(await pageCommand()).slice(1),
    '-e',
    `process.getBuiltinModule('net').connect(${port}, '127.0.0.1').on('error', (e) => console.log(e.code)).on('connect', () => console.log('open')).on('data', () => {})`,
  ]);
  // Node's permissions do not know the network: where this is open, only the realm keeps a page from it.
  if (command === process.execPath) await reached;
  expect(tried.stdout.trim()).toBe(command === process.execPath ? 'open' : 'ENETUNREACH');
  server.close();
});

const release: LockedRelease = {
  name: 'shell',
  title: 'shell',
  version: '0.1.0',
  release: '0.1.0-0123456789ab',
  contract: '1.0.0',
  entry: 'entry.js',
  shared: {},
  components: {},
  files: [],
  contributions: { routes: [], links: [], sections: [], overlays: [] },
  baseUrl: '/releases/shell/0.1.0-0123456789ab/',
};
const lock: Lock = { id: '0123456789abcdef', createdAt: '2026-01-01T00:00:00.000Z', shell: release, remotes: [] };
const page = { lock, path: '/', search: '', component: 'Page', initialData: undefined };
const bundles = (code: string) => ({
  shell: { name: 'shell', code: 'module.exports = { shared: {}, render: async (page) => page.component(page) };' },
  remote: { name: 'remote', code: `module.exports = { Page: (page) => { ${code} } };` },
});

test('a page gets its lock, address and data, and two at a time are refused', async () => {
  const able = await startPageProcess(
    bundles('return JSON.stringify([page.lock.id, page.path, page.initialData]);'),
    20_000,
  );
  const first = able.render(
    { ...page, initialData: { list: 'ä🧬\n\u2028</script>', stale: false } },
    { workMs: 5000, pageMs: 5000 },
  );
  await expect(able.render(page, { workMs: 5000, pageMs: 5000 })).rejects.toThrow('not free');
  expect(JSON.parse(await first)).toEqual([lock.id, '/', { list: 'ä🧬\n\u2028</script>', stale: false }]);
  able.end();
  await expect(able.render(page, { workMs: 5000, pageMs: 5000 })).rejects.toThrow('not free');
});

test.each([
  ['by the clock', { workMs: 60_000, pageMs: 300 }, /^it was stopped after \d+ ms$/],
  ['by its work', { workMs: 300, pageMs: 60_000 }, /^it was stopped after \d+ ms of work$/],
])('a page that does not end is stopped %s', async (_, deadline, words) => {
  const able = await startPageProcess(bundles('for (;;) if (Date.now() < 0) break;'), 20_000);
  await expect(able.render(page, deadline)).rejects.toThrow(words);
  expect(able.alive).toBe(false);
});

test('a start that takes too long is given up', async () => {
  await expect(startPageProcess(bundles(''), 1)).rejects.toThrow('stopped after 1 ms');
});

/** A process that makes a page and then waits to be killed. */
const PARENT = `
  const { startPageProcess } = await import(process.argv[1]);
  const { bundles, page } = JSON.parse(process.argv[2]);
  const able = await startPageProcess(bundles, 20_000);
  console.log(await able.render(page, { workMs: 5000, pageMs: 5000 }));
  if (process.argv[3]) able.render({ ...page, search: '?loop' }, { workMs: 60_000, pageMs: 3000 }).catch(() => {});
  setInterval(() => {}, 1000);`;

function childrenOf(pid: number | undefined): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

function parentOf(code: string, again: string): ChildProcess {
  const address = join(import.meta.dirname, 'page-process.ts');
  return spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      PARENT,
      '--',
      address,
      JSON.stringify({ bundles: bundles(code), page }),
      again,
    ].filter(Boolean),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each([
  ['at rest', ''],
  ['in an endless loop', 'again'],
])('a page process that is %s ends when its parent is killed', async (_, again) => {
  const parent = parentOf('if (page.search) for (;;) if (Date.now() < 0) break; return "made";', again);
  await new Promise((made) => parent.stdout?.once('data', made));
  const [child = 0] = childrenOf(parent.pid);
  expect(runs(child)).toBe(true);
  parent.kill('SIGKILL');
  while (runs(child)) await new Promise((later) => setTimeout(later, 20));
});

describe('a page that is stopped by the clock', () => {
  const failure = async (starvedShare: number) => {
    const use = () => ({ memoryBytes: 0, workMs: 0, starvedMs: performance.now() * starvedShare });
    const able = await startPageProcess(bundles('for (;;) if (Date.now() < 0) break;'), 20_000, use);
    return able.render(page, { workMs: 60_000, pageMs: 300 }).catch((error: unknown) => error);
  };

  test('is the fault of the machine when it had no processor for most of the time', async () => {
    expect(await failure(1)).toBeInstanceOf(PageStarved);
  });

  test('is its own fault otherwise', async () => {
    const error = await failure(0);
    expect(error).toBeInstanceOf(PageNotMade);
    expect(error).not.toBeInstanceOf(PageStarved);
  });
});
