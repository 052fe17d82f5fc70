import type { LockItem } from '@cytocomm/contract';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Core } from '../../platform/core.ts';
import { assertFits, choiceOf, presentLock, type ReleaseSource, readComposition } from './composition.ts';
import { switchesOf } from './promotion.ts';
import { type LockStore, noCanary } from './store.ts';

/** The end of a canary. */
export interface Canaries {
  /** Makes the canary the live lock. Throws 409 without one. */
  promoteCanary(actor: Actor): Promise<LockItem>;
  /** Ends the canary, if `only` is given only that lock. Throws 409 without one. */
  stopCanary(actor: Actor, reason?: string, only?: string): Promise<LockItem>;
}

/** Creates the ends of a canary. */
export function createCanaries({ change }: Core, store: LockStore, source: ReleaseSource): Canaries {
  async function running() {
    const state = await store.state();
    if (state === null || state.canary === null) throw noCanary();
    return { ...state, canary: state.canary };
  }

  return {
    promoteCanary: (actor) =>
      change(actor, async (change) => {
        const state = await running();
        const lock = await store.read(state.canary.lock);
        // The API may have changed since it started.
        await assertFits(source, await readComposition(source, choiceOf(lock)), new Set());
        const after = { lock: lock.id, canary: null, switchedOff: switchesOf(state.switchedOff, [lock]) };
        await store.setState(change, after);
        change.audit('canary.promoted', lock.id, { base: state.lock });
        return presentLock(lock, after);
      }),

    stopCanary: (actor, reason, only) =>
      change(actor, async (change) => {
        const state = await running();
        if (only !== undefined && state.canary.lock !== only) throw noCanary();
        const after = { ...state, canary: null };
        await store.setState(change, after);
        change.audit('canary.stopped', state.canary.lock, reason === undefined ? {} : { reason });
        return presentLock(await store.live(state), after);
      }),
  };
}
