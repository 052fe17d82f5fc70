import type { LockedRelease } from '@cytocomm/contract';
import fc from 'fast-check';
import pino from 'pino';
import { createLockPolicies, type LockPolicyOptions } from './lock-policy.ts';
import { START_WATCH_SOURCE } from './start-watch.ts';
import { lockedRelease, lockOf } from './testing-lock.ts';

const SINKS = "require-trusted-types-for 'script';trusted-types default dompurify 'allow-duplicates'";
const logged: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });

function policyFor(
  shell: Partial<LockedRelease>,
  remotes: readonly Partial<LockedRelease>[] = [],
  options: Partial<LockPolicyOptions> = {},
) {
  const lock = lockOf(
    lockedRelease('shell', shell),
    remotes.map((change, index) => lockedRelease(`mfe-${index}`, change)),
  );
  const policies = createLockPolicies({
    origin: 'https://portal.example',
    scripts: [],
    hostsForeignScript: false,
    log,
    ...options,
  });
  return policies(lock);
}

/** The sources of the directive about scripts besides the watch; undefined when there is none. */
function sourcesOf(policy: string | undefined): string[] | undefined {
  const [watch, ...sources] = /^script-src ([^;]+)/.exec(policy ?? '')?.[1]?.split(' ') ?? [];
  return watch === START_WATCH_SOURCE ? sources : undefined;
}

test('scripts are those of the lock’s folders, of the note for old browsers, and of development', () => {
  const { underOwnName } = policyFor(
    { baseUrl: '/releases/shell/a/' },
    [{ baseUrl: '/releases/mfe-0/b/' }, { baseUrl: 'https://remotes.example:8443/mfe-1/c/' }],
    { scripts: ['/reload.js'] },
  );
  expect(sourcesOf(underOwnName)).toEqual([
    'https://portal.example/releases/shell/a/',
    'https://portal.example/releases/mfe-0/b/',
    'https://remotes.example:8443/mfe-1/c/',
    'https://portal.example/old-browser.js',
    'https://portal.example/reload.js',
  ]);
});

test.each([
  ['1.0.0', false],
  ['1.1.0', true],
  ['1.10.3', true],
  ['2.0.0', true],
  ['0.9.9', false],
  ['^1.1.0', false],
  ['1', false],
  ['1.x.0', false],
  ["1.1.0;script-src 'unsafe-inline'", true],
])('of a shell with contract %s Trusted Types are asked for: %s', (contract, isAsked) => {
  const { underOwnName, elsewhere } = policyFor({ contract });
  expect(elsewhere).toBe(isAsked ? SINKS : undefined);
  expect(underOwnName?.endsWith(SINKS)).toBe(isAsked);
  expect(underOwnName).not.toContain('unsafe-inline');
});

test('where the script of another company runs, nothing is said', () => {
  expect(policyFor({ contract: '1.1.0' }, [], { hostsForeignScript: true })).toEqual({
    underOwnName: undefined,
    elsewhere: undefined,
  });
});

test('a lock is looked at once', () => {
  const policies = createLockPolicies({
    origin: 'https://portal.example',
    scripts: [],
    hostsForeignScript: false,
    log,
  });
  const lock = lockOf(lockedRelease('shell'));
  expect(policies(lock)).toBe(policies(lock));
});

test.each([
  [
    'a directive',
    "/releases/a/; script-src 'unsafe-inline' */",
    '/releases/a/%3B%20script-src%20%27unsafe-inline%27%20%2A/',
  ],
  ['another policy', '/releases/a/,default-src */', '/releases/a/%2Cdefault-src%20%2A/'],
  ['quotes', `/releases/"a"'b'/`, '/releases/%22a%22%27b%27/'],
  ['a query and a fragment', '/releases/a/?b;c#d/', '/releases/a/'],
  ['words of other alphabets', '/releases/ä\u2028/', '/releases/%C3%A4%E2%80%A8/'],
])('%s in the address of a release stays an address', (_, baseUrl, path) => {
  expect(sourcesOf(policyFor({}, [{ baseUrl }]).underOwnName)?.at(1)).toBe(`https://portal.example${path}`);
});

test.each([
  'https://*.example/',
  'https://*/',
  "https://a'unsafe-inline'/",
  'https://a;b/',
  'https://a,b/',
  'https://[/',
  'https:///',
])('%s is no valid address and no source', (baseUrl) => {
  const sources = sourcesOf(policyFor({}, [{ baseUrl }]).underOwnName);
  expect(sources).toEqual([expect.stringContaining('/releases/shell/'), 'https://portal.example/old-browser.js']);
});

test('a name and a password in an address are left out', () => {
  const sources = sourcesOf(policyFor({}, [{ baseUrl: "https://me:'x;y@remotes.example/a/" }]).underOwnName);
  expect(sources?.at(1)).toBe('https://remotes.example/a/');
});

test('nothing in a lock adds a directive, a policy or a line', () => {
  const signs = fc.string({ unit: fc.constantFrom(...';,\'"* \t\r\n\0/\\%:@?#[]-_.a*éß\u2028'), maxLength: 30 });
  const begins = fc.constantFrom('/', '//', 'https://', 'http://a', 'https://a/');
  fc.assert(
    fc.property(begins, signs, signs, (begin, middle, contract) => {
      const { underOwnName } = policyFor({ contract }, [
        { baseUrl: `${begin}${middle}/`, name: middle, release: middle },
      ]);
      const sources = sourcesOf(underOwnName)?.join(' ');
      expect(sources).toMatch(/^https?:\/\/[\w.:[\]-]+\/[!-~]*(?: https?:\/\/[\w.:[\]-]+\/[!-~]*)*$/);
      expect(sources).not.toMatch(/[;,'"*\\]/);
    }),
  );
});

test('a lock with too many releases for a header is said, and has the rest of its policy', () => {
  logged.length = 0;
  const remotes = (number: number) => Array.from({ length: number }, () => ({}));
  expect(sourcesOf(policyFor({}, remotes(25)).underOwnName)).toHaveLength(27);
  expect(logged).toEqual([]);
  const { underOwnName, elsewhere } = policyFor({ contract: '1.1.0' }, remotes(1000));
  expect([underOwnName, elsewhere]).toEqual([SINKS, SINKS]);
  expect(logged).toEqual([expect.stringContaining('too many releases')]);
});
