import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotStart } from '../../tools/commands/portal/settings.ts';
import { programOf } from '../../tools/commands/stack/edge.ts';
import { runScript } from '../../tools/commands/testing/own-portal.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'stack-command-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const run = (env: Readonly<Record<string, string>>) =>
  runScript('stack', [], { NODE_ENV: 'test', DATA_DIR: join(dir, 'data'), ...env });

test('without nginx a sentence says what to install', () => {
  expect(() => programOf('nginx', () => undefined)).toThrow(CannotStart);
  expect(() => programOf('nginx', () => undefined)).toThrow(/apt-get install nginx/);
});

test('a port that is in use is named, and nothing is started', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    const { code, lines } = await run({ PORT: String(port) });
    expect({ code, lines }).toEqual({ code: 1, lines: [`Port ${port} on 127.0.0.1 (PORT) is in use.`] });
    expect(existsSync(join(dir, 'data', 'database'))).toBe(false);
  } finally {
    other.close();
  }
});

test.each([
  ['a wrong setting', { PORT: 'three' }, 'PORT'],
  ['a wrong setting beside one of a service', { PORT: 'three', MAX_UPLOAD_MB: 'many' }, 'MAX_UPLOAD_MB'],
  ['a wrong setting of a service', { MAX_UPLOAD_MB: 'many' }, 'MAX_UPLOAD_MB'],
  ['production', { NODE_ENV: 'production' }, 'docker-compose.yml'],
  ['an address of others without a mail server', { PUBLIC_URL: 'http://portal.example' }, 'SMTP_URL'],
])('%s stops the start with one sentence', async (_what, env: Record<string, string>, word) => {
  const { code, lines } = await run({ PORT: '0', ...env });
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining(word)] });
  expect(existsSync(join(dir, 'data', 'database'))).toBe(false);
});
