import type { PressReleaseTarget } from '@cytocomm/contract';
import type { UpdateQuery } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { groupsOf } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import {
  type ApprovalRule,
  type ApprovedText,
  approvalAfterEdit,
  isSameText,
  matchesMark,
  unapprovedWritersOf,
  writersAfterWithdrawal,
} from './approval/rule.ts';
import { assertReadable } from './content.ts';
import {
  findPressRelease,
  isPublished,
  mailingOf,
  PENDING_MAILINGS,
  type PressReleaseRecord,
  pressReleaseModel,
  statusOf,
  targetAfter,
  updatePressRelease,
} from './model.ts';
import { createPictureTexts, textOf } from './pictures/texts.ts';
import { assertIfMatch } from './presentation.ts';
import { listFieldsOf } from './press-release-list.ts';
import type { Revisions } from './revisions.ts';
import { type PlanRequest, planFor } from './schedule.ts';

/** The fields of a change; missing ones stay. */
interface PressReleaseEdit extends PlanRequest {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly target?: readonly PressReleaseTarget[] | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly sendEmail?: boolean | undefined;
}

/** Changes fields of a release, for its readers, too. Throws 404, and 412 if `ifMatch` names another version. */
export type ChangePressRelease = (
  id: string,
  edit: PressReleaseEdit,
  ifMatch: string | undefined,
  actor: Actor,
) => Promise<PressReleaseRecord>;

/** Creates the change of releases. */
export function createPressReleaseChanging(core: Core, revisions: Revisions, rule: ApprovalRule): ChangePressRelease {
  const model = pressReleaseModel(core.database.connection);
  const clock = core.database.now;
  const texts = createPictureTexts(core);

  /** Returns the update of a change. Throws 400 for a text that is not publishable, 409 unless it is approved. */
  async function updateOf(
    before: PressReleaseRecord,
    edit: PressReleaseEdit,
    by: string,
  ): Promise<UpdateQuery<PressReleaseRecord>> {
    const now = clock();
    const { date, publishAt, timeZone } = planFor(edit, before, now);
    const { title = before.title, content = before.content } = edit;
    const target = targetAfter(before, { ...edit, groups: edit.groups ?? groupsBeside(before, edit) });
    const sendEmail = edit.sendEmail ?? before.sendEmail;
    const text = { title, content, target, sendEmail };
    const state = { target, ...(date === undefined ? {} : { date }) };
    if (date !== undefined) assertReadable(text);
    const planned = publishAt === undefined ? {} : { publishAt };
    const isNew = date !== undefined && isNewToReaders(before, text, date);
    if (isNew) await rule.assertApproved(before, text, date, now);
    const set = {
      ...text,
      ...textOf(content),
      ...state,
      ...planned,
      ...(timeZone === undefined ? {} : { timeZone }),
      status: statusOf(state, now),
      mailing: mailingOf({ sendEmail, target }, before.mailing),
      changedBy: by,
      updatedAt: now,
      ...(isPublished(before, now) && isSeenAs(before, { ...text, date }) && { correctedAt: now }),
      ...listFieldsOf({ title, author: before.author, date }),
    };
    // The pending text is published or discarded with this change.
    const hasPending = before.pending !== undefined && !isRewritten(edit);
    const marks =
      date === undefined
        ? draftMarks(before, { ...text, ...planned }, hasPending, by)
        : {
            ...(!hasPending && { writers: [] }),
            ...(isNew && (isUsed(before, text, date, now) ? approvedMarks(before) : unapprovedMarks(before, by))),
          };
    const unset = [
      ...(isRewritten(edit) ? ['pending'] : []),
      ...(date === undefined ? ['date'] : []),
      ...(date === undefined || isNew ? ['approved', 'unapprovedWriters'] : []).filter((field) => !(field in marks)),
      ...(publishAt === undefined ? ['publishAt'] : []),
      ...(timeZone === undefined ? ['timeZone'] : []),
      ...(date !== undefined && !hasPending ? ['approval'] : []),
    ];
    return {
      $set: { ...set, ...marks },
      $inc: { version: 1 },
      ...(unset.length === 0 ? {} : { $unset: Object.fromEntries(unset.map((field) => [field, 1])) }),
    };
  }

  return (id, sent, ifMatch, actor) =>
    core.change(actor, async (change) => {
      const by = actor.actor ?? '';
      const before = await findPressRelease(model, id);
      assertIfMatch(ifMatch, before);
      const edit =
        sent.content === undefined ? sent : { ...sent, content: (await texts.readable(sent.content)).content };
      const update = await updateOf(before, edit, by);
      const { title = before.title, content = before.content } = edit;
      if (isRewritten(edit)) await revisions.keep(before, { title, content, by }, 'always');
      const changed = await updatePressRelease(model, change, before, update, clock());
      change.audit('press-release.changed', id, {
        ...{ title: changed.title, fields: Object.keys(edit).join(', ') },
        ...(edit.groups !== undefined && { groups: groupsOf(changed.target).join(', ') }),
        status: changed.status,
      });
      return changed;
    });
}

/** Whether readers see a difference. */
const isSeenAs = (
  before: PressReleaseRecord,
  after: Pick<PressReleaseRecord, 'title' | 'content' | 'target'> & { readonly date: Date | undefined },
): boolean =>
  before.title !== after.title ||
  before.content !== after.content ||
  before.target.join() !== after.target.join() ||
  +(before.date ?? 0) !== +(after.date ?? 0);

/** Whether a change publishes new text, or at another time. */
function isNewToReaders(before: PressReleaseRecord, text: ApprovedText, date: Date): boolean {
  return (
    before.date === undefined ||
    +before.date !== +date ||
    !isSameText({ ...text, publishAt: date }, { ...before, publishAt: date })
  );
}

/** Returns writers and approval of a release that is a draft after a change. */
function draftMarks(before: PressReleaseRecord, text: ApprovedText, hasPending: boolean, by: string) {
  const { writers, ...marks } = hasPending ? {} : approvalAfterEdit(before, text, by);
  const wasOut = before.date !== undefined;
  return { ...marks, ...(wasOut ? { writers: writersAfterWithdrawal(before, by) } : writers && { writers }) };
}

/** Whether the approval is of the text about to be published. */
function isUsed(before: PressReleaseRecord, text: ApprovedText, date: Date, now: Date): boolean {
  const { state, mark } = before.approval ?? {};
  return state === 'approved' && mark !== undefined && matchesMark(before, text, date, mark, now);
}

/** Returns the approval of the text about to be published. */
function approvedMarks({ approval }: Pick<PressReleaseRecord, 'approval'>) {
  const { by = '', at = new Date(0) } = approval ?? {};
  return { approved: { by, at } };
}

/** Returns the writers of a text that is published without approval. */
const unapprovedMarks = (before: PressReleaseRecord, by: string) => ({
  unapprovedWriters: unapprovedWritersOf(before, by),
});

/** Returns the groups of the pending text that an edit replaces, so that they stay if the edit names none; undefined without any. */
function groupsBeside({ pending }: PressReleaseRecord, edit: PressReleaseEdit): readonly string[] | undefined {
  const groups = isRewritten(edit) ? groupsOf(pending?.target) : [];
  return groups.length === 0 ? undefined : groups;
}

const isRewritten = ({ title, content }: PressReleaseEdit) => title !== undefined || content !== undefined;

/**
 * Returns a deleted release as it is restored: published under its date if it was, scheduled if its time is still to come,
 * otherwise a draft; no new mail goes out for it. Its approval request is dropped, and where a
 * second person must approve, an unapproved release is a draft. Its version is a new one.
 */
export function restorePressRelease(
  { date, approval: _, unapprovedWriters, ...record }: PressReleaseRecord,
  now: Date,
  { isNeeded }: Pick<ApprovalRule, 'isNeeded'>,
): PressReleaseRecord {
  const unapproved = unapprovedWriters === undefined ? {} : { unapprovedWriters };
  const wasOut = record.status === 'published';
  const isPlanned = date !== undefined && date > now && !(isNeeded && record.approved === undefined);
  const state = date !== undefined && (wasOut || isPlanned) ? { date } : {};
  const mailing =
    PENDING_MAILINGS.some((wanted) => wanted === record.mailing) && (wasOut || state.date === undefined)
      ? 'none'
      : record.mailing;
  return {
    ...record,
    ...state,
    // The writers of a restored draft cannot approve it.
    ...(state.date === undefined
      ? { writers: writersAfterWithdrawal({ ...record, ...unapproved, ...(date && { date }) }, '') }
      : unapproved),
    mailing,
    sendEmail: mailing === 'none' ? false : record.sendEmail,
    status: statusOf(state, now),
    version: record.version + 2,
    updatedAt: now,
    ...listFieldsOf({ title: record.title, author: record.author, ...state }),
  };
}
