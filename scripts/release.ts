import {
  LockAltered,
  LockRefused,
  ManifestUnusable,
  openReleaseStore,
  ReleaseAltered,
  type ReleaseKey,
  type ReleaseStore,
} from '@cytocomm/remote-tools';
import { buildChanged } from './build.ts';
import { readCommandLine } from './command-line.ts';
import { endWithFailure } from './portal/command.ts';
import { promoteBuilds } from './portal/compose.ts';
import { openDataDir } from './portal/data-dir.ts';
import { CannotStart, readSettings } from './portal/settings.ts';
import { knownWorkspaces, readWorkspaceNames } from './workspaces.ts';

const USAGE = `usage: npm run release                    build what changed and put it all in force
       npm run release -- REMOTE …         build these and name only their new releases in the lock
       npm run release -- --rollback LOCK  put an earlier lock in force
       npm run release -- --list           the locks there are, the one in force marked`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** The named workspaces at their newest build, everything else as the lock in force has it. */
async function releaseOnly(store: ReleaseStore, names: readonly string[]): Promise<string> {
  const current = store.currentLock();
  if (!current) throw new CannotStart('No lock is in force yet: run npm start or npm run release first.');
  const releases = new Map<string, ReleaseKey>();
  for (const release of [current.shell, ...current.remotes]) releases.set(release.name, release);
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

function rollBack(store: ReleaseStore, id: string): void {
  if (!store.lockIds().includes(id))
    throw new CannotStart(
      `There is no lock "${id}" in ${store.locksDir}; npm run release -- --list names those there are.`,
    );
  store.promote(id);
  print(`Lock ${id} is in force.`);
}

function list(store: ReleaseStore): void {
  const current = store.currentLock()?.id;
  for (const id of store.lockIds()) print(`${id === current ? '*' : ' '} ${id}`);
}

async function release(): Promise<void> {
  const options = {
    rollback: { type: 'string' },
    list: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = readCommandLine({ usage: USAGE, options, takesWords: true });
  const forms = [positionals.length > 0, values.list, values.rollback !== undefined].filter(Boolean);
  if (forms.length > 1) throw new CannotStart('Remotes, --rollback and --list are three commands: one at a time.');
  const names = knownWorkspaces(positionals);
  const dataDir = openDataDir(readSettings(process.env).DATA_DIR);
  const store = openReleaseStore(dataDir);
  if (values.list) return list(store);
  if (values.rollback !== undefined) return rollBack(store, values.rollback);
  const id =
    names.length > 0
      ? await releaseOnly(store, names)
      : promoteBuilds(store, await buildChanged(readWorkspaceNames())).id;
  print(`Lock ${id} is in force.`);
}

release().catch((error: unknown) => {
  const isPlain = [LockAltered, LockRefused, ManifestUnusable, ReleaseAltered].some((kind) => error instanceof kind);
  endWithFailure(isPlain && error instanceof Error ? new CannotStart(error.message, { cause: error }) : error);
});
