import pino from 'pino';
import { readWebConfig, releaseOrigins } from './config.ts';
import { createLockPolicies } from './lock-policy.ts';
import { securityHeaders } from './security-headers.ts';
import { lockedRelease, lockOf } from './testing-lock.ts';
import { releaseAddresses } from './visitor-lock.ts';

const CDN = 'https://cdn.example/portal/';
const lock = lockOf(lockedRelease('shell'), [
  lockedRelease('mfe-news'),
  lockedRelease('mfe-away', { baseUrl: 'https://away.example/mfe-away/' }),
]);
const config = readWebConfig({
  PUBLIC_URL: 'https://portal.example',
  RELEASES_DIR: '/r',
  LOCKS_DIR: '/l',
  RELEASE_BASE_URL: CDN,
  REMOTE_ORIGINS: 'https://away.example',
});

test('releases have addresses of the CDN; what is elsewhere stays there, and the lock is the same', () => {
  const placed = releaseAddresses(CDN)(lock);
  expect([placed.shell, ...placed.remotes].map(({ baseUrl }) => baseUrl)).toEqual([
    `https://cdn.example/portal${lock.shell.baseUrl}`,
    `https://cdn.example/portal${lock.remotes[0]?.baseUrl}`,
    'https://away.example/mfe-away/',
  ]);
  expect(placed.id).toBe(lock.id);
  expect(placed.remotes[0]?.files).toEqual(lock.remotes[0]?.files);
});

test('a lock is placed once, and without a setting not at all', () => {
  const place = releaseAddresses(CDN);
  expect(place(lock)).toBe(place(lock));
  expect(releaseAddresses(undefined)(lock)).toBe(lock);
});

test('the policy of all pages allows the origin wherever files are used, and each origin once', () => {
  const directives = new Map(
    String(securityHeaders(config)['content-security-policy'])
      .split(';')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
  );
  for (const name of ['script-src', 'style-src', 'font-src', 'img-src', 'connect-src'])
    expect(directives.get(name)?.filter((source) => source === 'https://cdn.example')).toHaveLength(1);
  for (const name of ['default-src', 'frame-src', 'worker-src', 'form-action', 'base-uri'])
    expect(directives.get(name)).not.toContain('https://cdn.example');
  expect(releaseOrigins({ ...config, REMOTE_ORIGINS: ['https://cdn.example'] })).toEqual(['https://cdn.example']);
});

test("a page runs scripts of its own lock's folders at the CDN", () => {
  const log = pino({ enabled: false });
  const policyOf = createLockPolicies({
    origin: 'https://portal.example',
    scripts: [],
    hostsForeignScript: false,
    log,
  });
  const { underOwnName } = policyOf(releaseAddresses(CDN)(lock));
  expect(underOwnName).toContain(`https://cdn.example/portal${lock.shell.baseUrl}`);
  expect(underOwnName).not.toContain(`https://portal.example${lock.shell.baseUrl}`);
});
