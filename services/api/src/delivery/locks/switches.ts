import { isNeeded } from '@cytocomm/contract';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Intent } from '../../platform/audit/intents.ts';
import { ApiError, invalidFields, notFound } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { choiceOf } from './composition.ts';
import { type LockStore, lockConflict } from './store.ts';

/** The kill switch of each remote. */
export interface Switches {
  /** Switches a live or canary remote off, or replaces the reason. Throws 404 for another, 400 for a required one. */
  switchOff(remote: string, reason: string, actor: Actor): Promise<void>;
  /** Switches a remote on again. Throws 404 if it is not off. */
  switchOn(remote: string, actor: Actor): Promise<void>;
}

/** Attempts of a change when others change the live state concurrently. */
const MAX_ATTEMPTS = 20;

/** Awaits a change and drops its intent if it was refused; otherwise the outcome is unknown, as the trail says. */
async function orDrop(intent: Intent, change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (error instanceof ApiError) await intent.drop();
    throw error;
  }
}

/** Creates the kill switches. */
export function createSwitches({ audit, database }: Core, store: LockStore): Switches {
  async function current() {
    const state = await store.state();
    if (state === null) throw notFound('No lock is live yet.');
    return state;
  }

  /** Replaces the switch of a remote. Throws what `check` throws for the current state. */
  async function replace(
    remote: string,
    entry: { readonly reason: string; readonly by: string } | undefined,
    check: (isOff: boolean) => void,
  ): Promise<void> {
    for (let turn = 0; turn < MAX_ATTEMPTS; turn += 1) {
      const { switchedOff } = await current();
      check(switchedOff.some((each) => each.remote === remote));
      const others = switchedOff.filter((each) => each.remote !== remote);
      // In the order of the schema, since the database compares entries field by field.
      const next =
        entry === undefined ? others : [...others, { remote, reason: entry.reason, at: database.now(), by: entry.by }];
      if ((await store.change({ switchedOff }, { switchedOff: next })) !== null) return;
    }
    throw lockConflict('Other remotes were switched at the same time. Try again.');
  }

  /** Throws 404 for a remote in neither lock; an unreadable lock may have any remote. */
  async function assertShown(remote: string): Promise<void> {
    const { lock, canary } = await current();
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
      await assertShown(remote);
      const intent = await audit.intend({
        ...actor,
        action: 'remote.switched-off',
        subject: remote,
        detail: { reason },
      });
      await orDrop(
        intent,
        replace(remote, { reason, by: actor.actor ?? 'command line' }, () => undefined),
      );
      await intent.done();
    },

    switchOn: async (remote, actor) => {
      const check = (isOff: boolean) => {
        if (!isOff) throw notFound(`${remote} is not switched off.`);
      };
      check((await current()).switchedOff.some((each) => each.remote === remote));
      const intent = await audit.intend({ ...actor, action: 'remote.switched-on', subject: remote });
      await orDrop(intent, replace(remote, undefined, check));
      await intent.done();
    },
  };
}
