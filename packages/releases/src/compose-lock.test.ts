import { generateKeyPairSync } from 'node:crypto';
import type { Release } from '@cytocomm/contract';
import { composeLock, type LockOrigin, LockRefused, type PlacedRelease } from './compose-lock.ts';
import { lockMisfits } from './lock-misfits.ts';
import { LockAltered, publicLockOf, readLockRecord, signLock } from './lock-record.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
const origin = { base: null, createdAt: new Date('2026-01-02T03:04:05Z'), createdBy: 'checkout', reason: '' };

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

function reasonsOf(remotes: readonly PlacedRelease[], shell: PlacedRelease = release('shell')): readonly string[] {
  try {
    composeLock(shell, remotes, origin);
  } catch (error) {
    if (error instanceof LockRefused) return error.reasons;
    throw error;
  }
  return [];
}

const route = (path: string) => ({ path, component: 'Page', title: 'Page', public: true });

test('the same parts in any order from one origin give the same id; another part, base, maker, reason or hour gives another', () => {
  const remotes = [release('mfe-a'), release('mfe-b')];
  const idOf = (change: Partial<LockOrigin> = {}) =>
    composeLock(release('shell'), remotes, { ...origin, ...change }).id;
  expect(composeLock(release('shell'), remotes.toReversed(), origin).id).toBe(idOf());
  const others = [
    composeLock(release('shell'), [release('mfe-a')], origin).id,
    idOf({ base: 'a'.repeat(64) }),
    idOf({ createdBy: 'admin@cytocomm.example' }),
    idOf({ reason: 'back' }),
    idOf({ createdAt: new Date('2027-05-05T00:00:00Z') }),
  ];
  expect(new Set([idOf(), ...others]).size).toBe(6);
});

test('a lock is read as what it was made; an altered one, one without a signature and one of another key are not', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const lock = composeLock(release('shell'), [release('mfe-a')], origin);
  const signed = signLock(lock, privateKey);
  expect(readLockRecord(JSON.parse(JSON.stringify(lock)))).toEqual(lock);
  expect(readLockRecord(signed, [generateKeyPairSync('ed25519').publicKey, publicKey])).toEqual(signed);
  expect(() => readLockRecord({ ...signed, reason: 'another' }, [publicKey])).toThrow('was changed after it was made');
  expect(() => readLockRecord(lock, [publicKey])).toThrow('is not signed by a key');
  expect(() => readLockRecord(signed, [generateKeyPairSync('ed25519').publicKey])).toThrow(LockAltered);
  expect(() => readLockRecord(signed, [])).toThrow(LockAltered);
  expect(publicLockOf(signed)).toEqual({
    id: lock.id,
    createdAt: lock.createdAt,
    shell: lock.shell,
    remotes: lock.remotes,
  });
});

test('misfits name their rule and how to mend them', () => {
  const remote = release('mfe-a', { contract: '^2.0.0', api: '^9.0.0', shared: { react: '^18.0.0' } }).release;
  const twin = release('mfe-a').release;
  const checks = lockMisfits(release('shell').release, [remote, twin], '1.0.0');
  expect(checks.map(({ rule, outcome }) => `${rule} ${outcome}`)).toEqual([
    'contract refused',
    'shared refused',
    'collisions refused',
    'api refused',
  ]);
  expect(checks[0]?.message).toBe(
    'mfe-a 0.1.0-0123456789ab needs contract ^2.0.0, the shell has 1.2.0. ' +
      'Build it against the contract of the live shell, or promote a shell that has this version first.',
  );
  expect(lockMisfits(release('shell').release, [twin], '1.0.0')).toEqual([]);
});

const bringing = (name: string, label: string) =>
  release(name, {
    contributions: { routes: [], links: [], sections: [], overlays: [], roles: [{ name: 'researcher', label }] },
  });

test('a role that a remote brings needs a shell that knows such, and has one label in a lock', () => {
  const shell = (contract: string) => release('shell', { contract });
  expect(reasonsOf([bringing('mfe-a', 'Researcher')], shell('1.4.9'))).toEqual([
    'mfe-a 0.1.0-0123456789ab brings a role, the shell knows such from contract 1.5.0 on',
  ]);
  const one = bringing('mfe-a', 'Researcher');
  expect(reasonsOf([one, bringing('mfe-b', 'Researcher')], shell('1.5.0'))).toEqual([]);
  expect(reasonsOf([one, bringing('mfe-b', 'Scientist')], shell('1.5.0'))).toEqual([
    'mfe-b and mfe-a both bring the role researcher, as "Scientist" and "Researcher"',
  ]);
});

const onTool = (name: string, id: string, title: string) => {
  const place = { role: 'admin', alsoFor: [], label: 'Admin', order: 1, tool: { path: 'users', title } };
  return release(name, {
    contributions: { routes: [], links: [], sections: [{ id, component: 'Block', ...place }], overlays: [] },
  });
};

test('two remotes may stand on the page of one tool, under one title', () => {
  const users = onTool('mfe-a', 'users', 'Users');
  expect(reasonsOf([users, onTool('mfe-b', 'groups', 'Users')])).toEqual([]);
  expect(reasonsOf([users, onTool('mfe-b', 'groups', 'People')])).toEqual([
    'mfe-b and mfe-a both name the tool admin/users, as "People" and "Users"',
  ]);
});

test('a contract range the shell does not meet is refused with remote and range', () => {
  expect(reasonsOf([release('mfe-a', { contract: '^2.0.0' })])).toEqual([
    'mfe-a 0.1.0-0123456789ab needs contract ^2.0.0, the shell has 1.2.0',
  ]);
});

test('a remote of today under a shell from before the federation’s runtime was given is refused', () => {
  const shell = release('shell', { contract: '1.1.0' });
  expect(() => composeLock(shell, [release('mfe-a', { contract: '^1.2.0' })], origin)).toThrow(
    'mfe-a 0.1.0-0123456789ab needs contract ^1.2.0, the shell has 1.1.0',
  );
  expect(composeLock(shell, [release('mfe-a', { contract: '^1.1.0' })], origin).remotes).toHaveLength(1);
});

test.each(['location', 'name', 'status', 'top', 'portal'])(
  'a remote named "%s" is refused: its container would be a global that a page has, or may have',
  (name) => {
    expect(reasonsOf([release(name)])).toEqual([`${name} 0.1.0-0123456789ab: the name of a remote begins with "mfe-"`]);
  },
);

test('what a page never asks for is not in the lock: the federation manifest of a release', () => {
  const files = ['entry.js', 'mf-manifest.json'].map((path) => ({ path, integrity, bytes: 1 }));
  const lock = composeLock(release('shell', { files }), [release('mfe-a', { files })], origin);
  const paths = [lock.shell, ...lock.remotes].map((part) => part.files.map(({ path }) => path));
  expect(paths).toEqual([['entry.js'], ['entry.js']]);
});

test('the packages for teams, which the shell brings, are in no page’s lock; a remote’s own folder of that name is', () => {
  const files = ['entry.js', 'packages/index.json', 'packages/a.tgz'].map((path) => ({ path, integrity, bytes: 1 }));
  const lock = composeLock(release('shell', { files }), [release('mfe-a', { files })], origin);
  expect(lock.shell.files.map(({ path }) => path)).toEqual(['entry.js']);
  expect(lock.remotes[0]?.files).toEqual(files);
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

test('a package that is called like a part of every object is one that the shell does not give', () => {
  expect(reasonsOf([release('mfe-a', { shared: { constructor: '^1.0.0' } })])).toEqual([
    'mfe-a 0.1.0-0123456789ab needs constructor ^1.0.0, the shell gives none',
  ]);
});

test('of remotes built with two versions of the kit, both run on the shell’s, or the newer one is refused by name', () => {
  const builtWith = (name: string, kit: string) =>
    release(name, { shared: { react: '^19.0.0', '@cytocomm/kit': kit } });
  const shell = release('shell', { shared: { react: '19.3.1', '@cytocomm/kit': '1.2.0' } });
  const remotes = [builtWith('mfe-a', '^1.0.0'), builtWith('mfe-b', '^1.2.0')];
  expect(reasonsOf(remotes, shell)).toEqual([]);
  expect(reasonsOf([...remotes, builtWith('mfe-c', '^1.3.0'), builtWith('mfe-d', '^2.0.0')], shell)).toEqual([
    'mfe-c 0.1.0-0123456789ab needs @cytocomm/kit ^1.3.0, the shell gives 1.2.0',
    'mfe-d 0.1.0-0123456789ab needs @cytocomm/kit ^2.0.0, the shell gives 1.2.0',
  ]);
});

describe('names of shared packages', () => {
  const naming = (sharedNames: Release['sharedNames'], name = 'mfe-a') => release(name, { sharedNames });
  const shell = naming({ '@cytocomm/kit': ['Button', 'Card'] }, 'shell');

  test('that the shell gives make a lock, which holds none of them', () => {
    const lock = composeLock(shell, [naming({ '@cytocomm/kit': ['Card'], '@cytocomm/session': [] })], origin);
    expect(JSON.stringify(lock)).not.toMatch(/sharedNames|Card/);
    expect(lock.id).toBe(composeLock(release('shell'), [release('mfe-a')], origin).id);
  });

  test('that the shell does not give are refused with remote, package and name', () => {
    expect(reasonsOf([naming({ '@cytocomm/kit': ['Button', 'Panel', '__proto__'] })], shell)).toEqual([
      'mfe-a 0.1.0-0123456789ab takes Panel, __proto__ from @cytocomm/kit, which shell 0.1.0-0123456789ab does not give',
    ]);
  });

  test('are counted where they are many', () => {
    const names = Array.from({ length: 1000 }, (_, place) => `Name${place}`).sort();
    const [reason = ''] = reasonsOf([naming({ '@cytocomm/kit': names })], shell);
    expect(reason).toContain('Name106 and 990 more from @cytocomm/kit');
    expect(reason.length).toBeLessThan(300);
  });

  test.each(['react', 'lodash', 'constructor'])('of %s, of which the shell lists none, are refused', (request) => {
    expect(reasonsOf([naming({ [request]: ['merge'] })], shell)).toEqual([
      `mfe-a 0.1.0-0123456789ab takes merge from ${request}, of which shell 0.1.0-0123456789ab lists no names`,
    ]);
  });

  test('under a shell that lists none at all are refused, with what to do', () => {
    expect(reasonsOf([naming({ '@cytocomm/kit': ['Card'] })])).toEqual([
      'mfe-a 0.1.0-0123456789ab takes names of @cytocomm/kit, and shell 0.1.0-0123456789ab does not list what it gives: release a newer shell first',
    ]);
  });

  test('are not asked of a remote of an older build, which is held to versions alone', () => {
    expect(reasonsOf([release('mfe-a')], shell)).toEqual([]);
    expect(reasonsOf([release('mfe-a', { shared: { react: '^18.0.0' } })], shell)).toHaveLength(1);
  });
});

test('two remotes that claim one route are refused, both named', () => {
  const claim = { contributions: { routes: [route('/news')], links: [], sections: [], overlays: [] } };
  expect(reasonsOf([release('mfe-a', claim), release('mfe-b', claim)])).toEqual([
    'mfe-b and mfe-a both claim route /news',
  ]);
});

test('two remotes with one label in one menu are refused, both named', () => {
  const link = (path: string) => ({ group: 'company' as const, label: 'News', path, order: 0 });
  const claim = (path: string) => ({ contributions: { routes: [], links: [link(path)], sections: [], overlays: [] } });
  expect(reasonsOf([release('mfe-a', claim('/news')), release('mfe-b', claim('/press'))])).toEqual([
    'mfe-b and mfe-a both claim link "News" in company',
  ]);
});

test('a remote cannot take a route from the shell, nor be there twice', () => {
  const shell = release('shell', {
    contributions: { routes: [route('/dashboard')], links: [], sections: [], overlays: [] },
  });
  const thief = release('mfe-a', {
    contributions: { routes: [route('/dashboard')], links: [], sections: [], overlays: [] },
  });
  expect(() => composeLock(shell, [thief], origin)).toThrow('mfe-a and shell both claim route /dashboard');
  expect(reasonsOf([release('mfe-a'), release('mfe-a')])).toEqual(['mfe-a and mfe-a both claim remote name mfe-a']);
});

test('all reasons are told at once', () => {
  expect(reasonsOf([release('mfe-a', { contract: '^2.0.0', shared: { react: '^18.0.0' } })])).toHaveLength(2);
});
