import {
  listLocks,
  promoteCanary,
  promoteReleases,
  readLiveLock,
  readLock,
  rollBack,
  stopCanary,
  switchRemoteOff,
  switchRemoteOn,
} from '@cytocomm/contract';
import { type Actor, actorOf } from '../../platform/audit/actor.ts';
import { createOncePerMinute } from '../../platform/audit/refusals.ts';
import type { AuditTrail } from '../../platform/audit/service.ts';
import { isTeam, type Operator, operatorOrAnyTeam, operators, type TeamToken } from '../../platform/calls/access.ts';
import { ApiError } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { assertFresh } from '../../platform/http/step-up.ts';
import { DEFAULT_PAGE } from '../../platform/lists/pages.ts';
import type { Locks } from './service.ts';

/** Rows per process and minute; equal ones are written once a minute. */
const MAX_PER_MINUTE = 300;
const MAX_TEXT_LENGTH = 500;

/** Runs a deployment and records its refusal in the audit trail. */
type NoteRefusals = <Result>(actor: Actor, wanted: object, work: () => Promise<Result>) => Promise<Result>;

/** Records 409 and 422 refusals; missing rights are recorded with the call, and invalid requests are not. */
function createRefusalNotes(audit: AuditTrail): NoteRefusals {
  const quietly = createOncePerMinute(MAX_PER_MINUTE);
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

const teamOf = (caller: Operator | TeamToken) => (isTeam(caller) ? caller.remote : undefined);

/** Routes of locks, the canary and the kill switches. */
export function lockRoutes(core: Core, locks: Locks): RouteTable {
  const table = routeTable();
  const noted = createRefusalNotes(core.audit);

  table.answer(listLocks, operators, ({ query }) => locks.list(query.limit ?? DEFAULT_PAGE, query.cursor));

  table.answer(readLiveLock, operatorOrAnyTeam, async ({ principal, res }) => {
    const lock = await locks.live({ team: teamOf(principal) });
    res.setHeader('ETag', `"${lock.id}"`);
    return lock;
  });

  table.answer(readLock, operators, async ({ params, res }) => {
    const lock = await locks.read(params.id);
    res.setHeader('ETag', `"${lock.id}"`);
    return lock;
  });

  table.answer(promoteReleases, operatorOrAnyTeam, (call) => {
    assertFresh(core, call.principal, 'promotions');
    const maker = { ...actorOf(call), team: teamOf(call.principal) };
    return noted(actorOf(call), call.body, () => locks.promote(call.body, maker));
  });
  table.answer(rollBack, operatorOrAnyTeam, (call) => {
    assertFresh(core, call.principal, 'promotions');
    const maker = { ...actorOf(call), team: teamOf(call.principal) };
    return noted(actorOf(call), { rollback: call.body }, () => locks.rollBack(call.body, maker));
  });
  table.answer(promoteCanary, operators, (call) => {
    assertFresh(core, call.principal, 'promotions');
    return noted(actorOf(call), { canary: 'promote' }, () => locks.promoteCanary(actorOf(call)));
  });
  table.answer(stopCanary, operatorOrAnyTeam, (call) =>
    locks.stopOwnCanary({ ...actorOf(call), team: teamOf(call.principal) }),
  );

  table.answer(switchRemoteOff, operators, (call) =>
    locks.switchOff(call.params.remote, call.body.reason, actorOf(call)),
  );
  table.answer(switchRemoteOn, operators, (call) => locks.switchOn(call.params.remote, actorOf(call)));

  return table;
}
