import type { Release } from '@cytocomm/contract';
import { composeLock, LockRefused, type PlacedRelease } from './compose-lock.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
const when = new Date('2026-01-02T03:04:05Z');

function release(name: string, change: Partial<Release> = {}): PlacedRelease {
  const id = '0.1.0-0123456789ab';
  return {
    baseUrl: `/releases/${name}/${id}/`,
    release: {
      name,
      title: name,
      version: '0.1.0',
      release: id,
      contract: name === 'shell' ? '1.2.0' : '^1.0.0',
      entry: 'entry.js',
      shared: name === 'shell' ? { react: '19.3.1', '@cytocomm/kit': '0.2.0' } : { react: '^19.0.0' },
      components: {},
      files: [{ path: 'entry.js', integrity, bytes: 3 }],
      contributions: { routes: [], links: [], sections: [], overlays: [] },
      ...change,
    },
  };
}

function reasonsOf(remotes: readonly PlacedRelease[]): readonly string[] {
  try {
    composeLock(release('shell'), remotes, when);
  } catch (error) {
    if (error instanceof LockRefused) return error.reasons;
    throw error;
  }
  return [];
}

const route = (path: string) => ({ path, component: 'Page', title: 'Page', public: true });

test('the same parts give the same id, whatever their order and the hour; another part gives another', () => {
  const one = composeLock(release('shell'), [release('mfe-a'), release('mfe-b')], when);
  const later = composeLock(release('shell'), [release('mfe-b'), release('mfe-a')], new Date('2027-05-05T00:00:00Z'));
  const other = composeLock(release('shell'), [release('mfe-a')], when);
  expect(later.id).toBe(one.id);
  expect(other.id).not.toBe(one.id);
});

test('a contract range the shell does not meet is refused with remote and range', () => {
  expect(reasonsOf([release('mfe-a', { contract: '^2.0.0' })])).toEqual([
    'mfe-a 0.1.0-0123456789ab needs contract ^2.0.0, the shell has 1.2.0',
  ]);
});

test('a remote of today under a shell from before the federation’s runtime was given is refused', () => {
  const shell = release('shell', { contract: '1.1.0' });
  expect(() => composeLock(shell, [release('mfe-a', { contract: '^1.2.0' })], when)).toThrow(
    'mfe-a 0.1.0-0123456789ab needs contract ^1.2.0, the shell has 1.1.0',
  );
  expect(composeLock(shell, [release('mfe-a', { contract: '^1.1.0' })], when).remotes).toHaveLength(1);
});

test.each(['location', 'name', 'status', 'top', 'portal'])(
  'a remote named "%s" is refused: its container would be a global that a page has, or may have',
  (name) => {
    expect(reasonsOf([release(name)])).toEqual([`${name} 0.1.0-0123456789ab: the name of a remote begins with "mfe-"`]);
  },
);

test('what a page never asks for is not in the lock: the federation manifest of a release', () => {
  const files = ['entry.js', 'mf-manifest.json'].map((path) => ({ path, integrity, bytes: 1 }));
  const lock = composeLock(release('shell', { files }), [release('mfe-a', { files })], when);
  const paths = [lock.shell, ...lock.remotes].map((part) => part.files.map(({ path }) => path));
  expect(paths).toEqual([['entry.js'], ['entry.js']]);
});

test('a range that is none is refused', () => {
  expect(reasonsOf([release('mfe-a', { contract: 'newest please' })])[0]).toContain('"newest please" is not a range');
});

test.each([
  [{ react: '^18.0.0' }, 'needs react ^18.0.0, the shell gives 19.3.1'],
  [{ '@cytocomm/kit': '^0.3.0' }, 'needs @cytocomm/kit ^0.3.0, the shell gives 0.2.0'],
  [{ lodash: '^4.0.0' }, 'needs lodash ^4.0.0, the shell gives none'],
])('a shared version that does not fit is refused: %j', (shared, words) => {
  expect(reasonsOf([release('mfe-a', { shared })])[0]).toContain(words);
});

test('two remotes that claim one route are refused, both named', () => {
  const claim = { contributions: { routes: [route('/news')], links: [], sections: [], overlays: [] } };
  expect(reasonsOf([release('mfe-a', claim), release('mfe-b', claim)])).toEqual([
    'mfe-b and mfe-a both claim route /news',
  ]);
});

test('a remote cannot take a route from the shell, nor be there twice', () => {
  const shell = release('shell', {
    contributions: { routes: [route('/dashboard')], links: [], sections: [], overlays: [] },
  });
  const thief = release('mfe-a', {
    contributions: { routes: [route('/dashboard')], links: [], sections: [], overlays: [] },
  });
  expect(() => composeLock(shell, [thief], when)).toThrow('mfe-a and shell both claim route /dashboard');
  expect(reasonsOf([release('mfe-a'), release('mfe-a')])).toEqual(['mfe-a and mfe-a both claim remote name mfe-a']);
});

test('all reasons are told at once', () => {
  expect(reasonsOf([release('mfe-a', { contract: '^2.0.0', shared: { react: '^18.0.0' } })])).toHaveLength(2);
});
