import { isNeeded } from '@cytocomm/contract';
import type { LiveState } from '@cytocomm/releases';
import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError, invalidFields, notFound } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { choiceOf } from './composition.ts';
import type { LockStore } from './store.ts';

/** The kill switch of each remote. */
export interface Switches {
  /** Switches a live or canary remote off, or replaces the reason. Throws 404 for another, 400 for a required one. */
  switchOff(remote: string, reason: string, actor: Actor): Promise<void>;
  /** Switches a remote on again. Throws 404 if it is not off. */
  switchOn(remote: string, actor: Actor): Promise<void>;
}

/** Creates the kill switches. */
export function createSwitches({ change, database }: Core, store: LockStore): Switches {
  async function current() {
    const state = await store.state();
    if (state === null) throw notFound('No lock is live yet.');
    return state;
  }

  /** Throws 404 for a remote in neither lock; an unreadable lock may have any remote. */
  async function assertShown(remote: string, { lock, canary }: LiveState): Promise<void> {
    for (const each of canary === null ? [lock] : [lock, canary.lock])
      if ((await namesIn(each))?.has(remote) !== false) return;
    throw notFound(`Neither the live lock nor a canary has ${remote}.`);
  }

  async function namesIn(lock: string): Promise<ReadonlyMap<string, string> | undefined> {
    try {
      return choiceOf(await store.live({ lock }));
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  return {
    switchOff: async (remote, reason, actor) => {
      if (isNeeded(remote))
        throw invalidFields([
          { path: 'path.remote', message: `${remote} cannot be switched off: roll it back to an earlier release` },
        ]);
      await change(actor, async (change) => {
        const state = await current();
        await assertShown(remote, state);
        const others = state.switchedOff.filter((each) => each.remote !== remote);
        const entry = { remote, reason, at: database.now(), by: actor.actor ?? 'command line' };
        await store.setState(change, { ...state, switchedOff: [...others, entry] });
        change.audit('remote.switched-off', remote, { reason });
      });
    },

    switchOn: (remote, actor) =>
      change(actor, async (change) => {
        const state = await current();
        const others = state.switchedOff.filter((each) => each.remote !== remote);
        if (others.length === state.switchedOff.length) throw notFound(`${remote} is not switched off.`);
        await store.setState(change, { ...state, switchedOff: others });
        change.audit('remote.switched-on', remote);
      }),
  };
}
