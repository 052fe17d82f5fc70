import type { Release } from '@cytocomm/contract';
import { openReleaseStore } from '@cytocomm/remote-tools';
import { buildChanged } from './build.ts';
import { promoteBuilds } from './portal/compose.ts';
import { openDataDir } from './portal/data-dir.ts';
import { CannotStart, readSettings } from './portal/settings.ts';
import { readWorkspaceNames } from './workspaces.ts';

const USAGE = `usage: npm run release                    build what changed and put it all in force
       npm run release -- REMOTE …         build these and name only their new releases in the lock
       npm run release -- --rollback LOCK  put an earlier lock in force
       npm run release -- --list           the locks there are, the one in force marked
`;

const [first, ...rest] = process.argv.slice(2);

/** The named workspaces at their newest build, everything else as the lock in force has it. */
async function releaseOnly(names: readonly string[]): Promise<string> {
  const current = store.currentLock();
  if (!current) throw new CannotStart('No lock is in force yet: run npm start or npm run release first.');
  const releases = new Map<string, Release>();
  for (const { baseUrl: _, ...release } of [current.shell, ...current.remotes]) releases.set(release.name, release);
  for (const { distDir } of await buildChanged(names)) {
    const release = store.publish(distDir);
    releases.set(release.name, release);
  }
  const { shell, ...remotes } = Object.fromEntries(releases);
  if (!shell) throw new Error(`lock ${current.id} has no shell`);
  const lock = store.compose(shell, Object.values(remotes));
  store.promote(lock.id);
  return lock.id;
}

const store = openReleaseStore(openDataDir(readSettings(process.env).DATA_DIR));
try {
  if (first === '--list') {
    const current = store.currentLock()?.id;
    for (const id of store.lockIds()) process.stdout.write(`${id === current ? '*' : ' '} ${id}\n`);
  } else if (first === '--rollback' && rest.length === 1) {
    store.promote(rest[0] ?? '');
    process.stdout.write(`Lock ${rest[0]} is in force.\n`);
  } else if (first?.startsWith('-')) {
    process.stderr.write(USAGE);
    process.exitCode = 1;
  } else {
    const id = first
      ? await releaseOnly([first, ...rest])
      : promoteBuilds(store, await buildChanged(readWorkspaceNames())).id;
    process.stdout.write(`Lock ${id} is in force.\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
