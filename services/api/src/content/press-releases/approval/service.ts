import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@cytocomm/contract';
import type { UpdateQuery } from 'mongoose';
import type { Actor } from '../../../platform/audit/actor.ts';
import { conflict } from '../../../platform/calls/problem.ts';
import type { Core } from '../../../platform/core.ts';
import { assertReadable } from '../content.ts';
import type { TellOfApproval } from '../mailing.ts';
import {
  type ApprovalRecord,
  findPressRelease,
  isPublished,
  type PressReleaseRecord,
  pressReleaseModel,
  updatePressRelease,
} from '../model.ts';
import { assertIfMatch } from '../presentation.ts';
import { type ApprovalRule, isMarkedText, latestText, markOf, writersOf } from './rule.ts';

/** A request or an answer: for which version, by whom, with which note. */
interface Step {
  readonly ifMatch: string;
  readonly note: string | undefined;
  readonly actor: Actor;
}

/** Approval by a second person. Each step throws 404, 412 for another version, and 409 if it is not possible. */
export interface PressReleaseApproval {
  /** Requests approval from the admins who did not write the text. */
  ask(id: string, step: Step): Promise<PressReleaseRecord>;
  approve(id: string, step: Step): Promise<PressReleaseRecord>;
  decline(id: string, step: Step): Promise<PressReleaseRecord>;
  /** Withdraws a request or an approval, by default any. Throws 409 if the state is not `named`. */
  withdraw(id: string, step: Step, named?: 'asked' | 'approved'): Promise<PressReleaseRecord>;
}

/** The result of a step; undefined if there is nothing to do. */
type Made = { readonly action: AuditAction; readonly approval: ApprovalRecord | null } | undefined;

const off = () => conflict('conflict', 'Press releases need no approval here: the setting RELEASE_APPROVAL is off.');
const nothingNew = () => conflict('conflict', 'This text is already published, so there is nothing to approve.');
const notNamed = () => conflict('conflict', 'The approval changed meanwhile. Reload, then choose what to withdraw.');
const nothingNewToPlan = () =>
  conflict('conflict', 'It is already scheduled as approved. Save another time or text first, then ask.');
const ownText = () => conflict('conflict', 'You wrote in it since it was last approved, so another admin must answer.');

/** Returns the approval of the latest text, if there is one. */
function approvedOf(record: PressReleaseRecord): ApprovalRecord | undefined {
  const { approval } = record;
  const holds =
    approval?.state === 'approved' && approval.mark !== undefined && isMarkedText(latestText(record), approval.mark);
  return holds ? approval : undefined;
}

/** Creates the approval of releases. */
export function createPressReleaseApproval(core: Core, rule: ApprovalRule, tell: TellOfApproval): PressReleaseApproval {
  const model = pressReleaseModel(core.database.connection);

  async function take(id: string, { ifMatch, note, actor }: Step, make: (before: PressReleaseRecord) => Promise<Made>) {
    if (!rule.isNeeded) throw off();
    return core.change(actor, async (change) => {
      const before = await findPressRelease(model, id);
      assertIfMatch(ifMatch, before);
      const result = await make(before);
      if (result === undefined) return before;
      const { approval } = result;
      const update: UpdateQuery<PressReleaseRecord> =
        approval === null ? { $unset: { approval: 1 } } : { $set: { approval, writers: writersOf(before) } };
      const after = await updatePressRelease(model, change, before, update);
      change.audit(result.action, id, {
        ...{ title: latestText(after).title, version: String(after.version) },
        ...(note && { note }),
      });
      if (approval !== null) await tell(after, approval);
      return after;
    });
  }

  /** Throws 409 if no approval is needed, 400 for a text that is not publishable. */
  function assertWhole(before: PressReleaseRecord): void {
    if (before.date !== undefined && before.pending === undefined)
      throw isPublished(before, core.database.now()) ? nothingNew() : nothingNewToPlan();
    assertReadable(latestText(before));
  }

  /** Returns the answer of a person who did not write the text. Throws 409 for a writer. */
  function answerOf(before: PressReleaseRecord, by: string, note: string | undefined) {
    const writers = writersOf(before);
    if (writers.includes(by)) throw ownText();
    const { askedBy, askedAt } = before.approval ?? {};
    const tell = [...new Set([...(askedBy === undefined ? [] : [askedBy]), ...writers])].filter((each) => each !== by);
    return {
      ...{ round: randomUUID(), tell, by, at: core.database.now() },
      ...(askedBy !== undefined && { askedBy }),
      ...(askedAt !== undefined && { askedAt }),
      ...(note !== undefined && { note }),
    };
  }

  const answeredBefore = ({ by = 'Somebody' }: ApprovalRecord) =>
    conflict('conflict', `${by} has approved this version already.`);

  return {
    ask: (id, step) =>
      take(id, step, async (before) => {
        assertWhole(before);
        if (before.approval?.state === 'asked') return undefined;
        const approved = approvedOf(before);
        if (approved !== undefined) throw answeredBefore(approved);
        if ((await rule.approversOf(before)).length === 0) throw await rule.noApprover();
        const request = { askedBy: step.actor.actor ?? '', askedAt: core.database.now() };
        return {
          action: 'press-release.approval-asked',
          approval: {
            ...{ state: 'asked', round: randomUUID(), ...request },
            ...(step.note !== undefined && { note: step.note }),
          },
        };
      }),

    approve: (id, step) =>
      take(id, step, async (before) => {
        assertWhole(before);
        const approved = approvedOf(before);
        if (approved?.by === step.actor.actor && approved !== undefined) return undefined;
        if (approved !== undefined) throw answeredBefore(approved);
        const answer = answerOf(before, step.actor.actor ?? '', step.note);
        return {
          action: 'press-release.approved',
          approval: { ...answer, state: 'approved', mark: markOf(latestText(before)) },
        };
      }),

    decline: (id, step) =>
      take(id, step, async (before) => {
        const approved = approvedOf(before);
        if (approved !== undefined) throw answeredBefore(approved);
        if (before.approval?.state !== 'asked')
          throw conflict('conflict', 'No approval is pending for this press release.');
        const answer = answerOf(before, step.actor.actor ?? '', step.note);
        return { action: 'press-release.declined', approval: { ...answer, state: 'declined' } };
      }),

    withdraw: (id, step, named) =>
      take(id, step, async ({ approval }) => {
        if (approval === undefined) return undefined;
        if (named !== undefined && approval.state !== named) throw notNamed();
        return { action: 'press-release.approval-withdrawn', approval: null };
      }),
  };
}
