import {
  LockAltered,
  LockRefused,
  ManifestUnusable,
  openReleaseStore,
  ReleaseAltered,
  type ReleaseKey,
  type ReleaseStore,
} from '@cytocomm/remote-tools';
import { buildWithinBudget } from './build.ts';
import { readCommandLine } from './command-line.ts';
import { endWithFailure } from './portal/command.ts';
import { promoteBuilds } from './portal/compose.ts';
import { openDataDir } from './portal/data-dir.ts';
import { runningApi } from './portal/running-api.ts';
import { CannotStart, readSettings } from './portal/settings.ts';
import { knownWorkspaces, readWorkspaceNames } from './workspaces.ts';

const USAGE = `usage: npm run release                    build what changed and promote it all
       npm run release -- REMOTE …         build these and name only their new releases in the lock
       npm run release -- --rollback LOCK  promote an earlier lock
       npm run release -- --list           the locks there are, the active one marked

The API that these releases call is the one that runs over DATA_DIR, or this checkout's; --api ADDRESS names the portal where it
runs elsewhere. A lock with a release that needs another version of it is refused.`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** The named workspaces at their newest build, everything else as the active lock has it. */
async function releaseOnly(store: ReleaseStore, names: readonly string[], api: string): Promise<string> {
  const current = store.currentLock();
  if (!current) throw new CannotStart('No lock is active yet: run npm start or npm run release first.');
  const releases = new Map<string, ReleaseKey>();
  for (const release of [current.shell, ...current.remotes]) releases.set(release.name, release);
  for (const { distDir } of await buildWithinBudget(names)) {
    const release = store.publish(distDir);
    releases.set(release.name, release);
  }
  const { shell, ...remotes } = Object.fromEntries(releases);
  if (!shell) throw new Error(`lock ${current.id} has no shell`);
  const lock = store.compose(shell, Object.values(remotes));
  store.promote(lock.id, api);
  return lock.id;
}

function rollBack(store: ReleaseStore, id: string, api: string): void {
  if (!store.lockIds().includes(id))
    throw new CannotStart(
      `There is no lock "${id}" in ${store.locksDir}; npm run release -- --list names those there are.`,
    );
  store.promote(id, api);
  print(`Lock ${id} is active.`);
}

function list(store: ReleaseStore): void {
  const current = store.currentLock()?.id;
  for (const id of store.lockIds()) print(`${id === current ? '*' : ' '} ${id}`);
}

async function release(): Promise<void> {
  const options = {
    rollback: { type: 'string' },
    list: { type: 'boolean', default: false },
    api: { type: 'string' },
  } as const;
  const { values, positionals } = readCommandLine({ usage: USAGE, options, takesWords: true });
  const forms = [positionals.length > 0, values.list, values.rollback !== undefined].filter(Boolean);
  if (forms.length > 1) throw new CannotStart('Remotes, --rollback and --list are three commands: one at a time.');
  const names = knownWorkspaces(positionals);
  const dataDir = openDataDir(readSettings(process.env).DATA_DIR);
  const store = openReleaseStore(dataDir);
  if (values.list) return list(store);
  const api = await runningApi(dataDir, values.api);
  if (values.rollback !== undefined) return rollBack(store, values.rollback, api);
  const id =
    names.length > 0
      ? await releaseOnly(store, names, api)
      : promoteBuilds(store, await buildWithinBudget(readWorkspaceNames()), api).id;
  print(`Lock ${id} is active.`);
}

release().catch((error: unknown) => {
  const isPlain = [LockAltered, LockRefused, ManifestUnusable, ReleaseAltered].some((kind) => error instanceof kind);
  endWithFailure(isPlain && error instanceof Error ? new CannotStart(error.message, { cause: error }) : error);
});
