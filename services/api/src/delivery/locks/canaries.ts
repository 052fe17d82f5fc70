import type { LockItem } from '@cytocomm/contract';
import type { LiveState } from '@cytocomm/releases';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Core } from '../../platform/core.ts';
import { assertFits, choiceOf, type ReleaseSource, readComposition } from './composition.ts';
import { presentLock } from './presentation.ts';
import { lockMoved, noCanary } from './refusals.ts';
import type { LockStore } from './store.ts';

/** The end of a canary. */
export interface Canaries {
  /** Makes the canary live for everybody. Throws 409 without one. */
  promoteCanary(actor: Actor): Promise<LockItem>;
  /** Ends the canary, or only that of the lock `only`; the live lock stays. Throws 409 without one. */
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
      // The API may be another one than when it began.
      await assertFits(source, await readComposition(source, choiceOf(lock)), new Set());
      const detail = { base: state.lock };
      const intent = await audit.intend({ ...actor, action: 'canary.promoted', subject: lock.id, detail });
      const names = new Set(lock.remotes.map(({ name }) => name));
      const gone = state.switchedOff.map(({ remote }) => remote).filter((remote) => !names.has(remote));
      const condition = { lock: state.lock, 'canary.lock': lock.id };
      if ((await store.change(condition, { lock: lock.id, canary: null }, gone)) === null) {
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
