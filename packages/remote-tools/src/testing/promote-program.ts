import { openReleaseStore, type ReleaseKey } from '../release-store.ts';

// Promotes the releases of one remote in turn, each in the place of the one before. For tests of two at once.
const [dir = '', remote = '', ...releases] = process.argv.slice(2);
const store = openReleaseStore(dir);
for (const release of releases)
  store.promoteChange((active) => {
    if (!active) throw new Error('no lock is active');
    const others: readonly ReleaseKey[] = active.remotes.filter(({ name }) => name !== remote);
    return { shell: active.shell, remotes: [...others, { name: remote, release }] };
  });
