import type { Backend, LockedRelease } from '@cytocomm/contract';
import pino from 'pino';
import { createBackendOrigins } from './lock-policy.ts';
import { lockedRelease, lockOf } from './testing-lock.ts';

const logged: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
const secure = createBackendOrigins({ isSecure: true, log });
const plain = createBackendOrigins({ isSecure: false, log });

function remote(name: string, ...origins: readonly string[]): LockedRelease {
  const backends = origins.map((origin, index): Backend => ({ audience: `a${index}`, origin }));
  return lockedRelease(name, { contributions: { routes: [], links: [], sections: [], overlays: [], backends } });
}
const lock = (...remotes: readonly LockedRelease[]) => lockOf(lockedRelease('shell'), remotes);

test('the origins are those of the remotes of the lock, each once', () => {
  const both = lock(remote('mfe-a', 'https://a.example'), remote('mfe-b', 'https://b.example', 'https://a.example'));
  expect(secure(both, [])).toEqual(['https://a.example', 'https://b.example']);
  expect(secure(lock(lockedRelease('mfe-c')), [])).toEqual([]);
});

test('those of a remote that is switched off are not among them', () => {
  const both = lock(remote('mfe-a', 'https://a.example'), remote('mfe-b', 'https://b.example'));
  expect(secure(both, ['mfe-a'])).toEqual(['https://b.example']);
});

test('a portal with https has none without', () => {
  const local = lock(remote('mfe-a', 'http://localhost:4000', 'https://a.example'));
  expect(secure(local, [])).toEqual(['https://a.example']);
  expect(plain(local, [])).toEqual(['http://localhost:4000', 'https://a.example']);
});

test('further ones come first, each once, and leave the others what room there is', () => {
  const one = lock(remote('mfe-a', 'https://a.example'));
  expect(secure(one, [], ['https://b.example', 'https://a.example', 'http://localhost:4000'])).toEqual([
    'https://b.example',
    'https://a.example',
  ]);
  expect(plain(one, [], ['http://localhost:4000'])).toEqual(['http://localhost:4000', 'https://a.example']);
  expect(secure(one, ['mfe-a'], ['https://a.example'])).toEqual(['https://a.example']);
});

test('more than a header takes are left out, with one line in the log', () => {
  const long = (index: number) => `https://${'x'.repeat(60)}${index}.example`;
  const many = lock(...Array.from({ length: 30 }, (_, index) => remote(`mfe-r${index}`, long(index))));
  const found = secure(many, []);
  expect(found).toHaveLength(12);
  expect(secure(many, [])).toEqual(found);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('too many backends');
});
