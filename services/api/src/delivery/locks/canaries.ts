import type { LockItem } from '@cytocomm/contract';
import type { LiveState } from '@cytocomm/releases';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Core } from '../../platform/core.ts';
import { assertFits, choiceOf, presentLock, type ReleaseSource, readComposition } from './composition.ts';
import { type LockStore, lockMoved, noCanary } from './store.ts';

/** The end of a canary. */
export interface Canaries {
  /** Makes the canary the live lock. Throws 409 without one. */
  promoteCanary(actor: Actor): Promise<LockItem>;
  /** Ends the canary, if `only` is given only that lock. Throws 409 without one. */
  stopCanary(actor: Actor, reason?: string, only?: string): Promise<LockItem>;
}

/** Creates the ends of a canary. */
export function createCanaries({ audit }: Core, store: LockStore, source: ReleaseSource): Canaries {
  async function running(): Promise<{ state: LiveState; canary: NonNullable<LiveState['canary']> }> {
    const state = await store.state();
    if (state === null || state.canary === null) throw noCanary();
    return { state, canary: state.canary };
  }

  return {
    promoteCanary: async (actor) => {
      const { state, canary } = await running();
      await store.repair(state);
      const lock = await store.read(canary.lock);
      // The API may have changed since it started.
      await assertFits(source, await readComposition(source, choiceOf(lock)), new Set());
      const detail = { base: state.lock };
      const intent = await audit.intend({ ...actor, action: 'canary.promoted', subject: lock.id, detail });
      const names = new Set(lock.remotes.map(({ name }) => name));
      const removed = state.switchedOff.map(({ remote }) => remote).filter((remote) => !names.has(remote));
      const condition = { lock: state.lock, 'canary.lock': lock.id };
      if ((await store.change(condition, { lock: lock.id, canary: null }, removed)) === null) {
        await intent.drop();
        throw (await store.state())?.canary === null ? noCanary() : lockMoved();
      }
      await intent.done();
      return presentLock(lock, await store.state());
    },

    stopCanary: async (actor, reason, only) => {
      const { state, canary } = await running();
      if (only !== undefined && canary.lock !== only) throw noCanary();
      const detail = reason === undefined ? {} : { reason };
      const intent = await audit.intend({ ...actor, action: 'canary.stopped', subject: canary.lock, detail });
      if ((await store.change({ 'canary.lock': canary.lock }, { canary: null })) === null) {
        await intent.drop();
        throw noCanary();
      }
      await intent.done();
      return presentLock(await store.live(state), await store.state());
    },
  };
}
