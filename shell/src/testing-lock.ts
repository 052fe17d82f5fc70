import type { Contributions, Lock, LockedRelease } from '@cytocomm/contract';

const none: Contributions = { routes: [], links: [], sections: [], overlays: [] };

/** Returns a release for tests of the shell: real in shape, with the given contributions. */
export function testRelease(name: string, contributions: Partial<Contributions> = {}): LockedRelease {
  const release = '0.1.0-0123456789ab';
  return {
    name,
    title: `The ${name} part`,
    version: '0.1.0',
    release,
    contract: '^1.0.0',
    entry: 'entry.js',
    shared: {},
    components: {},
    files: [{ path: 'entry.js', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }],
    contributions: { ...none, ...contributions },
    baseUrl: `/releases/${name}/${release}/`,
  };
}

/** Returns a lock of the given remotes under a shell without routes of its own. */
export function testLock(...remotes: LockedRelease[]): Lock {
  return { id: '0123456789abcdef', createdAt: '2026-01-01T00:00:00.000Z', shell: testRelease('shell'), remotes };
}
