import type { LockedRelease, LockItem } from '@cytocomm/contract';
import type { LiveState, LockRecord } from '@cytocomm/releases';

function presentPart({ name, version, release }: LockedRelease): LockItem['shell'] {
  return { name, version, release };
}

/** Returns a lock as the API presents it. */
export function presentLock(lock: LockRecord, state: LiveState | null): LockItem {
  const { id, base, createdAt, createdBy, reason, shell, remotes } = lock;
  const canary = state?.canary?.lock === id ? { canary: state.canary.share } : {};
  return {
    ...{ id, base, createdAt, createdBy, reason },
    shell: presentPart(shell),
    remotes: remotes.map(presentPart),
    ...canary,
  };
}
