import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDataDir, takeDataDir } from '../../tools/commands/portal/data-dir.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'start-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the script of `npm start`, or another one, until it ends by itself. */
function start(env: Readonly<Record<string, string>>, script = 'start'): Promise<Ended> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `tools/commands/${script}.ts`], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'test', PORT: '0', DATA_DIR: join(dir, 'data'), ...env },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('error', reject);
    child.once('exit', (code) => settle({ code, output }));
  });
}

/** Processes that have this test's folder in their command line. */
function processesOf(folder: string): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(folder));
}

test.each([
  ['PORT', { PORT: 'three' }],
  ['PORT', { PORT: '70000' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'javascript:alert(1)' }],
  ['MAX_UPLOAD_MB', { MAX_UPLOAD_MB: 'many' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'everybody' }],
  ['NODE_ENV', { NODE_ENV: 'staging' }],
])('a wrong %s is named in one sentence, and nothing is started', async (name, env: Record<string, string>) => {
  const { code, output } = await start(env);
  expect(code).toBe(1);
  expect(output).toContain(name);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(existsSync(join(dir, 'data', 'run.json'))).toBe(false);
  expect(processesOf(dir)).toEqual([]);
});

test('several wrong settings are named together', async () => {
  const wrong = { PORT: 'x', MAILBOX_PORT: '-1', MAX_UPLOAD_MB: 'many', LOG_LEVEL: 'loud', STALE_TAB_MINUTES: '0.5' };
  const { output } = await start({ ...wrong, PUBLIC_URL: 'http://portal.example' });
  for (const name of Object.keys(wrong)) expect(output.split(`${name}: `)).toHaveLength(name === 'PORT' ? 3 : 2);
  expect(output).toContain('SMTP_URL: is needed at http://portal.example');
  // The data folder has its own.
  expect(output).not.toContain('SECRET');
  expect(output.trim().split('\n')).toHaveLength(1);
});

test('in production the missing secrets are named', async () => {
  const { code, output } = await start({ NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example' });
  expect(code).toBe(1);
  expect(output).toContain('SESSION_SECRET');
  expect(output).toContain('TOKEN_SECRET');
});

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example',
  MAIL_FROM: 'portal@portal.example',
  CONTACT_EMAIL: 'hello@portal.example',
  MONGODB_URI: 'mongodb://127.0.0.1:9/portal',
  SESSION_SECRET: 's'.repeat(32),
  TOKEN_SECRET: 't'.repeat(32),
};

test('in production the missing key of locks is named, beside what a service finds wrong', async () => {
  const { code, output } = await start({ ...PRODUCTION, SMTP_URL: 'smtp://127.0.0.1:9', MAX_UPLOAD_MB: 'many' });
  expect(output).toContain('MAX_UPLOAD_MB: ');
  expect(code).toBe(1);
  expect(output).toContain('LOCK_SIGNING_KEY: is needed in production');
  expect(output.trim().split('\n')).toHaveLength(1);
});

test.each([
  ['in production', PRODUCTION],
  ['at http://192.168.1.7:3000', { NODE_ENV: 'test', PUBLIC_URL: 'http://192.168.1.7:3000' }],
])('no mail catcher runs %s', async (where, env: Record<string, string>) => {
  const { code, output } = await start(env);
  expect(code).toBe(1);
  expect(output).toContain(`SMTP_URL: is needed ${where}`);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(processesOf(dir)).toEqual([]);
});

test('the address of the mail server may stand in a file', async () => {
  const file = join(dir, 'smtp-url');
  writeFileSync(file, 'smtp://127.0.0.1:9\n');
  const { output } = await start({ ...PRODUCTION, SMTP_URL_FILE: file });
  // The start goes no further than this.
  expect(output).toContain('LOCK_SIGNING_KEY: is needed in production');
  expect(output).not.toContain('SMTP_URL');
  const { output: saidOfBoth } = await start({ ...PRODUCTION, SMTP_URL: 'smtp://127.0.0.1:9', SMTP_URL_FILE: file });
  expect(saidOfBoth).toContain('SMTP_URL_FILE: SMTP_URL is set, too');
});

test('what the start reads itself may not stand in a file, and that is said', async () => {
  const { MONGODB_URI: _database, PUBLIC_URL: _address, ...rest } = PRODUCTION;
  const { code, output } = await start({ ...rest, MONGODB_URI_FILE: '/run/uri', PUBLIC_URL_FILE: '/run/url' });
  expect(code).toBe(1);
  for (const name of ['MONGODB_URI', 'PUBLIC_URL'])
    expect(output).toContain(`${name}_FILE: is not read by a start of the whole portal; set ${name}`);
  expect(output).not.toContain('is set, too');
});

test('a second start over a data folder in use says what to do, before it builds anything', async () => {
  const data = openDataDir(join(dir, 'data'));
  using _ = takeDataDir(data, 'npm start');
  for (const script of ['start', 'dev']) {
    const { code, output } = await start({}, script);
    expect(code).toBe(1);
    expect(output).toMatch(
      /is in use by another portal \(process \d+\): stop that one, or .* DATA_DIR=\.portal-2 PORT=0 npm/,
    );
    // What is built is told line by line.
    expect(output.trim().split('\n')).toHaveLength(1);
  }
});

test('a port in use is named', async () => {
  const other = createServer();
  await new Promise<void>((ready) => other.listen(0, 'localhost', ready));
  const { port } = other.address() as AddressInfo;
  const { code, output } = await start({ PORT: String(port) });
  await new Promise((closed) => other.close(closed));
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`Port ${port} on localhost \\(PORT\\) is in use\\.`));
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(processesOf(dir)).toEqual([]);
});

test('a data folder that cannot be written is named', async () => {
  writeFileSync(join(dir, 'file'), 'not a folder');
  const { code, output } = await start({ DATA_DIR: join(dir, 'file', 'data') });
  expect(code).toBe(1);
  expect(output).toContain(`The data folder ${join(dir, 'file', 'data')} (DATA_DIR) cannot be written.`);
  expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('not a folder');
});

test('secrets that are none are named, and kept', async () => {
  const data = mkdtempSync(join(dir, 'data-'));
  writeFileSync(join(data, 'secrets.json'), '{"SESSION_SECRET":"short"}');
  const { code, output } = await start({ DATA_DIR: data });
  expect(code).toBe(1);
  expect(output).toContain(join(data, 'secrets.json'));
  expect(readFileSync(join(data, 'secrets.json'), 'utf8')).toBe('{"SESSION_SECRET":"short"}');
});
