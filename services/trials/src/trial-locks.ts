import { type LockedRelease, type Release, releaseSchema } from '@cytocomm/contract';
import {
  composeLock,
  hasOwnId,
  LockRefused,
  type PlacedRelease,
  publicLockOf,
  type StoredRelease,
} from '@cytocomm/releases';
import type { TrialVariant } from '@cytocomm/trial-run';
import type { TrialQueue } from './trial-queue.ts';

/** The release cannot be tried, for a reason that is not its fault. The message says why, for a sentence that goes on from "because". */
export class CannotTry extends Error {
  override readonly name = 'CannotTry';
}

/** What a release is tried in. */
export interface TrialLocks {
  readonly variants: readonly TrialVariant[];
  /** The remotes whose pages and sections are tried. */
  readonly remotes: readonly string[];
  /** The releases whose files are needed. */
  readonly needed: readonly LockedRelease[];
  /** What is not tried, in a sentence; empty when all is. */
  readonly remark: string;
}

function placedOf({ remote, release, manifest }: StoredRelease): PlacedRelease {
  let parsed: Release | undefined;
  try {
    parsed = releaseSchema.parse(JSON.parse(manifest));
  } catch {
    // It is altered.
  }
  if (parsed?.name !== remote || parsed.release !== release || !hasOwnId(parsed))
    throw new CannotTry(`${remote} ${release} was altered in the database`);
  return { release: parsed, baseUrl: `/releases/${remote}/${release}/` };
}

/** Returns the locks that a release would be part of, with the live releases and under the shell before. Throws CannotTry. */
export async function trialLocks(queue: TrialQueue, tried: StoredRelease): Promise<TrialLocks> {
  const live = await queue.liveParts();
  if (live === undefined) throw new CannotTry('nothing is live yet that it could be tried in');
  const read = async (name: string, release: string) => {
    const stored = await queue.release(name, release);
    if (stored === undefined) throw new CannotTry(`${name} ${release}, which is live, is not in the database`);
    return placedOf(stored);
  };
  const isShell = tried.remote === 'shell';
  const own = placedOf(tried);
  const others = await Promise.all(
    live.remotes.filter(({ name }) => name !== tried.remote).map(({ name, release }) => read(name, release)),
  );
  const remotes = isShell ? others : [...others, own];
  const compose = (shell: PlacedRelease) =>
    composeLock(shell, remotes, { base: null, createdAt: new Date(), createdBy: 'trial run', reason: 'a trial run' });
  const shell = isShell ? own : await read('shell', live.shell.release);
  let lock: ReturnType<typeof compose>;
  try {
    lock = compose(shell);
  } catch (error) {
    if (!(error instanceof LockRefused)) throw error;
    throw new CannotTry(`it does not fit what is live: ${error.reasons.join('; ')}`, { cause: error });
  }
  const variants = [{ words: isShell ? 'this shell' : 'the live shell', lock: publicLockOf(lock) }];
  const needed = [lock.shell, ...lock.remotes];
  const names = remotes.map(({ release }) => release.name);
  if (isShell) return { variants, remotes: names, needed, remark: '' };
  const before = await queue.shellBefore(live.shell.release);
  if (before === undefined)
    return {
      variants,
      remotes: [tried.remote],
      needed,
      remark: 'No other shell was live before, so it was tried on the live one alone.',
    };
  try {
    const earlier = compose(await read('shell', before));
    variants.push({ words: `the shell before (${before})`, lock: publicLockOf(earlier) });
    return { variants, remotes: [tried.remote], needed: [...needed, earlier.shell], remark: '' };
  } catch (error) {
    if (!(error instanceof LockRefused) && !(error instanceof CannotTry)) throw error;
    const remark = `It does not fit the shell before (${before}), so it was tried on the live one alone.`;
    return { variants, remotes: [tried.remote], needed, remark };
  }
}
