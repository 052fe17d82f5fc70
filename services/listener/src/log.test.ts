import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from './log.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('a log in a file is its owner’s alone, and holds no addresses and secrets either', async () => {
  const file = join(dir, 'portal.log');
  const log = createLog('info', file).child({ name: 'portal' });
  log.info({ path: '/api/users/ada@x.example', body: { token: 'secret' } }, 'seen');
  await new Promise((resolve) => log.flush(resolve));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    name: 'portal',
    path: '/api/users/[e-mail]',
    body: { token: '[redacted]' },
    msg: 'seen',
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
