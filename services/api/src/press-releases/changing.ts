import type { ReleaseTarget } from '@cytocomm/contract';
import type { UpdateQuery } from 'mongoose';
import type { Core } from '../core.ts';
import type { Actor } from '../users/service.ts';
import { assertReadable } from './content.ts';
import { assertIfMatch } from './if-match.ts';
import { listFieldsOf } from './list-fields.ts';
import { type PressReleaseRecord, pressReleaseModel, statusOf } from './model.ts';
import { createPictureTexts, textOf } from './pictures/texts.ts';
import { type PlanRequest, planFor } from './plan.ts';
import { changeBetween } from './release-change.ts';
import type { Revisions } from './revisions.ts';
import { unknownRelease } from './unknown-release.ts';

/** What an admin changes: the fields that are given. */
interface ReleaseEdit extends PlanRequest {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly target?: readonly ReleaseTarget[] | undefined;
  readonly sendEmail?: boolean | undefined;
}

/** Changes some fields of a release, for its readers too. Throws 404, and 412 when `ifMatch` names another version. */
export type ChangeRelease = (
  id: string,
  edit: ReleaseEdit,
  ifMatch: string | undefined,
  actor: Actor,
) => Promise<PressReleaseRecord>;

/** Returns what changes releases. */
export function createReleaseChanging(core: Core, revisions: Revisions): ChangeRelease {
  const model = pressReleaseModel(core.database.connection);
  const clock = core.database.now;
  const texts = createPictureTexts(core);

  /** Returns the update that a change makes of a release. Throws 400 for what readers could not read. */
  function updateOf(before: PressReleaseRecord, edit: ReleaseEdit, by: string): UpdateQuery<PressReleaseRecord> {
    const now = clock();
    const { date, publishAt, timeZone } = planFor(edit, before, now);
    const { title = before.title, target = before.target, content = before.content } = edit;
    const sendEmail = edit.sendEmail ?? before.sendEmail;
    const state = { target, ...(date === undefined ? {} : { date }) };
    if (date !== undefined) assertReadable({ title, content, target });
    const unset = {
      // What is published now is what was written, or what was written beside it has been overtaken.
      ...(isRewritten(edit) ? { pending: 1 as const } : {}),
      ...(date === undefined ? { date: 1 as const } : {}),
      ...(publishAt === undefined ? { publishAt: 1 as const } : {}),
      ...(timeZone === undefined ? { timeZone: 1 as const } : {}),
    };
    return {
      $set: {
        title,
        ...textOf(content),
        ...state,
        ...(publishAt === undefined ? {} : { publishAt }),
        ...(timeZone === undefined ? {} : { timeZone }),
        status: statusOf(state, now),
        sendEmail,
        mailing: before.mailing === 'queued' ? 'queued' : sendEmail ? 'wanted' : 'none',
        changedBy: by,
        updatedAt: now,
        lastChange: changeBetween(before, state, now),
        ...listFieldsOf({ title, author: before.author, date }),
      },
      $inc: { version: 1 },
      ...(Object.keys(unset).length === 0 ? {} : { $unset: unset }),
    };
  }

  return async (id, sent, ifMatch, actor) => {
    const by = actor.actor ?? '';
    for (;;) {
      const before = await model.findById(id).lean();
      if (before === null) throw unknownRelease();
      assertIfMatch(ifMatch, before);
      const edit =
        sent.content === undefined ? sent : { ...sent, content: (await texts.readable(sent.content)).content };
      const update = updateOf(before, edit, by);
      const { title = before.title, content = before.content } = edit;
      if (isRewritten(edit)) await revisions.keep(before, { title, content, by }, 'always');
      const changed = await model
        // Neither edited nor mailed meanwhile.
        .findOneAndUpdate({ _id: before._id, version: before.version, mailing: before.mailing }, update, {
          returnDocument: 'after',
        })
        .lean();
      if (changed === null) continue;
      await core.audit.record({
        ...actor,
        action: 'press-release.changed',
        subject: id,
        detail: { title: changed.title, fields: Object.keys(edit).join(', '), status: changed.status },
      });
      return changed;
    }
  };
}

const isRewritten = ({ title, content }: ReleaseEdit) => title !== undefined || content !== undefined;
