import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from './log.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('a log in a file is its owner’s alone, and holds no addresses and secrets, and says in words when, how grave and of what', async () => {
  const file = join(dir, 'portal.log');
  const log = createLog('info', { service: 'api', version: '1.2.3', commit: 'abc' }, file);
  log.info({ path: '/api/users/ada@x.example', body: { token: 'secret' } }, 'seen');
  await new Promise((resolve) => log.flush(resolve));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    ...{ service: 'api', version: '1.2.3', commit: 'abc', pid: process.pid },
    path: '/api/users/[e-mail]',
    body: { token: '[redacted]' },
    msg: 'seen',
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
