import type { CanaryShare, LockItem } from '@cytocomm/contract';

/** One release of a lock. */
export type LockPart = LockItem['shell'];

/** What a part of the portal is and was. */
export interface PartChange {
  readonly name: string;
  /** Null for a part that was added. */
  readonly from: LockPart | null;
  /** Null for a part that was removed. */
  readonly to: LockPart | null;
}

/** Returns all parts of a lock, the shell first and the remotes by name. */
export function partsOf({ shell, remotes }: Pick<LockItem, 'shell' | 'remotes'>): LockPart[] {
  return [shell, ...remotes.toSorted((a, b) => a.name.localeCompare(b.name))];
}

/** Returns the part of that name; null where the lock has none. */
export function partNamed(lock: LockItem | null, name: string): LockPart | null {
  return (lock && partsOf(lock).find((part) => part.name === name)) ?? null;
}

/** Returns what differs between two locks: what changed and what was added, then what was removed. */
export function changesBetween(from: LockItem, to: LockItem): PartChange[] {
  const changed = partsOf(to)
    .map((part) => ({ name: part.name, from: partNamed(from, part.name), to: part }))
    .filter((change) => change.from?.release !== change.to.release);
  const removed = partsOf(from)
    .filter(({ name }) => partNamed(to, name) === null)
    .map((part) => ({ name: part.name, from: part, to: null }));
  return [...changed, ...removed];
}

/** Returns the beginning of a lock's id, by which people tell locks apart. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** Returns the beginning of the hash of a release, which tells two releases of one version apart. */
export function shortHash({ version, release }: Pick<LockPart, 'version' | 'release'>): string {
  return release.slice(version.length + 1).slice(0, 8);
}

/** Returns who gets a canary: `10 % of visitors`, `people with the role investor or admin`. */
export function describeShare(share: CanaryShare): string {
  if ('percent' in share) return `${share.percent} % of visitors`;
  const { roles } = share;
  return `people with the role ${[roles.slice(0, -1).join(', '), roles.at(-1)].filter(Boolean).join(' or ')}`;
}
