import type { Actor } from '../../platform/audit/actor.ts';
import { createQuiet } from '../../platform/audit/quiet.ts';
import type { AuditTrail } from '../../platform/audit/service.ts';
import { ApiError } from '../../platform/http/problem.ts';

/** How many rows a process writes per minute; the same one is written once a minute. */
const MAX_PER_MINUTE = 300;
const MAX_TEXT_LENGTH = 500;

/** Does work that makes a lock live; when it is refused, the trail has who wanted what, and why not. */
export type NoteRefusals = <Result>(actor: Actor, wanted: object, work: () => Promise<Result>) => Promise<Result>;

/** Returns what notes refusals. Rights are noted with the call, and what contradicts itself is nobody's decision. */
export function createRefusalNotes(audit: AuditTrail): NoteRefusals {
  const quietly = createQuiet(MAX_PER_MINUTE);
  return async (actor, wanted, work) => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && (error.status === 409 || error.status === 422)) {
        const { code, message } = error;
        const detail = {
          code,
          reason: message.slice(0, MAX_TEXT_LENGTH),
          wanted: JSON.stringify(wanted).slice(0, MAX_TEXT_LENGTH),
        };
        const key = `${actor.actor} ${code} ${detail.wanted}`;
        await quietly(key, () => audit.record({ ...actor, action: 'lock.refused', subject: 'live', detail }));
      }
      throw error;
    }
  };
}
