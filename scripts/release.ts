import { LockAltered, LockRefused, ManifestUnusable, ReleaseAltered } from '@cytocomm/releases';
import { openReleaseStore, PromotionBusy, type ReleaseStore } from '@cytocomm/remote-tools';
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
       npm run release -- --remove REMOTE  promote a lock without this remote
       npm run release -- --list           the locks there are, the active one marked

The API that these releases call is the one that runs over DATA_DIR, or this checkout's; --api ADDRESS names the portal where it
runs elsewhere. A lock with a release that needs another version of it is refused. Remotes of the active lock that this checkout
does not have stay as they are.`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Builds the named workspaces, by default all, and promotes a lock with them. Returns its id. */
async function promote(store: ReleaseStore, names: readonly string[], api: string): Promise<string> {
  if (names.length > 0 && !store.currentLock())
    throw new CannotStart('No lock is active yet: run npm start or npm run release first.');
  const builds = await buildWithinBudget(names.length > 0 ? names : readWorkspaceNames());
  return promoteBuilds(store, builds, { api }).id;
}

/** Promotes a lock without a remote. Returns its id. */
function remove(store: ReleaseStore, name: string, api: string): string {
  if (!store.currentLock()?.remotes.some((remote) => remote.name === name))
    throw new CannotStart(`The active lock has no remote named ${name}.`);
  return promoteBuilds(store, [], { api, without: [name] }).id;
}

/** Promotes an earlier lock. Returns its id. */
function rollBack(store: ReleaseStore, id: string, api: string): string {
  if (!store.lockIds().includes(id))
    throw new CannotStart(
      `There is no lock "${id}" in ${store.locksDir}; npm run release -- --list names those there are.`,
    );
  store.promote(id, api);
  return id;
}

function list(store: ReleaseStore): void {
  const current = store.currentLock()?.id;
  for (const id of store.lockIds()) print(`${id === current ? '*' : ' '} ${id}`);
}

async function release(): Promise<void> {
  const options = {
    rollback: { type: 'string' },
    remove: { type: 'string' },
    list: { type: 'boolean', default: false },
    api: { type: 'string' },
  } as const;
  const { values, positionals } = readCommandLine({ usage: USAGE, options, takesWords: true });
  const { rollback, remove: removed } = values;
  const forms = [positionals.length > 0, values.list, rollback !== undefined, removed !== undefined].filter(Boolean);
  if (forms.length > 1)
    throw new CannotStart('Remotes, --rollback, --remove and --list are four commands: one at a time.');
  const names = knownWorkspaces(positionals);
  const dataDir = openDataDir(readSettings(process.env).DATA_DIR);
  const store = openReleaseStore(dataDir);
  if (values.list) return list(store);
  const api = await runningApi(dataDir, values.api);
  const id =
    rollback !== undefined
      ? rollBack(store, rollback, api)
      : removed !== undefined
        ? remove(store, removed, api)
        : await promote(store, names, api);
  print(`Lock ${id} is active.`);
}

release().catch((error: unknown) => {
  const isPlain = [LockAltered, LockRefused, ManifestUnusable, PromotionBusy, ReleaseAltered].some(
    (kind) => error instanceof kind,
  );
  endWithFailure(isPlain && error instanceof Error ? new CannotStart(error.message, { cause: error }) : error);
});
