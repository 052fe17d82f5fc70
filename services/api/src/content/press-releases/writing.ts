import type { PressReleaseText } from '@cytocomm/contract';
import type { Model, Types, UpdateQuery } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Change } from '../../platform/changes/change.ts';
import type { Core } from '../../platform/core.ts';
import { createOnce } from '../../platform/idempotency/once.ts';
import { approvalAfterEdit, writersOf } from './approval/rule.ts';
import {
  announcePressRelease,
  findPressRelease,
  isPublished,
  mailingOf,
  type PressReleaseRecord,
  pressReleaseModel,
  targetAfter,
  updatePressRelease,
} from './model.ts';
import { createPictureTexts, textOf } from './pictures/texts.ts';
import { assertIfMatch, readersDetail } from './presentation.ts';
import { listFieldsOf } from './press-release-list.ts';
import { type Revisions, wordsOf } from './revisions.ts';
import { readPlannedTime } from './schedule.ts';

/** Saves texts while they are written, complete or not, without a change for readers. */
export interface PressReleaseWriting {
  /** Creates a draft, once per key. */
  start(text: PressReleaseText, key: string | undefined, actor: Actor): Promise<PressReleaseRecord>;
  /**
   * Saves a text: in place for a draft, as pending text for a published or scheduled release. Throws 412 if `ifMatch` names
   * another version.
   */
  save(id: string, text: PressReleaseText, ifMatch: string, actor: Actor): Promise<PressReleaseRecord>;
  /** Discards the pending text. Throws 412 if `ifMatch` names another version. */
  discard(id: string, ifMatch: string, actor: Actor): Promise<PressReleaseRecord>;
  /**
   * Saves the title and the text of an earlier version again. Throws 404 if it was not kept, 412 if `ifMatch` names another
   * version.
   */
  restore(id: string, number: number, ifMatch: string, actor: Actor): Promise<PressReleaseRecord>;
}

/** A text with its stored target. */
type StoredText = Omit<PressReleaseText, 'target' | 'groups'> & Pick<PressReleaseRecord, 'target'>;

/** Pause in writing after which the audit trail gets a new row, in ms. */
const SESSION_MS = 3_600_000;

/** Returns how a call creates a release in a change. */
export const creationOf = (
  model: Model<PressReleaseRecord>,
  fields: Omit<PressReleaseRecord, '_id'>,
  change: Change,
) => ({
  make: async (_id: Types.ObjectId): Promise<PressReleaseRecord> => {
    await model.create({ ...fields, _id });
    const { title, status } = fields;
    announcePressRelease(change, _id, fields.createdAt, { after: fields });
    change.audit('press-release.created', String(_id), { title, ...readersDetail(fields), status });
    return { ...fields, _id };
  },
  find: (_id: Types.ObjectId) => model.findById(_id).lean(),
});

/** Creates the writing of releases. */
export function createPressReleaseWriting(core: Core, revisions: Revisions): PressReleaseWriting {
  const model = pressReleaseModel(core.database.connection);
  const once = createOnce(core.database.connection);
  const clock = core.database.now;
  const texts = createPictureTexts(core);

  const find = (id: string) => findPressRelease(model, id);

  function draftOf(text: StoredText, author: string): Omit<PressReleaseRecord, '_id'> {
    const now = clock();
    const { title, target, sendEmail } = text;
    return {
      title,
      ...textOf(text.content),
      target,
      status: 'draft',
      ...readPlannedTime(text, undefined),
      sendEmail,
      mailing: mailingOf({ sendEmail, target }),
      recipients: 0,
      sentToEmail: false,
      emailSentDate: null,
      author,
      changedBy: author,
      writers: [author],
      createdAt: now,
      updatedAt: now,
      version: 1,
      ...listFieldsOf({ title, author }),
    };
  }

  /** Returns the update that saves the text of a draft. */
  function draftUpdate(before: PressReleaseRecord, text: StoredText, by: string): UpdateQuery<PressReleaseRecord> {
    const now = clock();
    const planned = readPlannedTime(text, before);
    const { title, target, sendEmail } = text;
    return {
      $set: {
        title,
        ...textOf(text.content),
        target,
        sendEmail,
        mailing: mailingOf({ sendEmail, target }, before.mailing),
        ...planned,
        changedBy: by,
        ...approvalAfterEdit(before, { title, target, sendEmail, content: text.content, ...planned }, by),
        updatedAt: now,
        ...listFieldsOf({ title, author: before.author }),
      },
      $inc: { version: 1 },
      // A pending text from when it was published is obsolete.
      $unset: {
        pending: 1,
        ...(planned.publishAt === undefined ? { publishAt: 1 } : {}),
        ...(planned.timeZone === undefined ? { timeZone: 1 } : {}),
      },
    };
  }

  /** Returns the update that saves a pending text. */
  function pendingUpdate(before: PressReleaseRecord, text: StoredText, by: string): UpdateQuery<PressReleaseRecord> {
    const now = clock();
    const { title, target, sendEmail } = text;
    const pending = {
      ...{ title, target, sendEmail, ...textOf(text.content), savedAt: now, savedBy: by },
      ...readPlannedTime(text, before.pending ?? before),
    };
    return {
      $set: { pending, changedBy: by, ...approvalAfterEdit(before, pending, by), updatedAt: now },
      $inc: { version: 1 },
    };
  }

  /** Records that a person writes: at the start, not at every save. */
  function note(before: PressReleaseRecord, after: PressReleaseRecord, { audit }: Change): void {
    const goesOn = before.changedBy === after.changedBy && +after.updatedAt - +before.updatedAt < SESSION_MS;
    if (goesOn) return;
    const title = after.pending?.title ?? after.title;
    audit('press-release.changed', String(after._id), { title, fields: 'text', status: before.status });
  }

  /** Saves a clean text in a draft or as pending text, in a change. */
  const store = (change: Change, before: PressReleaseRecord, text: StoredText, by: string) =>
    updatePressRelease(
      model,
      change,
      before,
      before.date === undefined ? draftUpdate(before, text, by) : pendingUpdate(before, text, by),
    );

  return {
    start: async ({ groups, ...sent }, key, actor) => {
      const author = actor.actor ?? '';
      const { content } = await texts.stored(sent.content);
      const target = targetAfter(undefined, { target: sent.target, groups });
      const record = draftOf({ ...sent, content, target }, author);
      const body = { ...sent, ...(groups !== undefined && { groups }) };
      return core.change(actor, (change) => once({ person: author, key, body }, creationOf(model, record, change)));
    },

    save: async (id, { groups, ...sent }, ifMatch, actor) => {
      const by = actor.actor ?? '';
      const { content } = await texts.stored(sent.content);
      return core.change(actor, async (change) => {
        const before = await find(id);
        assertIfMatch(ifMatch, before);
        // Groups stay unless the request names some.
        const target = targetAfter(before.pending ?? before, { target: sent.target, groups });
        const text = { ...sent, content, target };
        await revisions.keep(before, { title: text.title, content: text.content, by });
        const saved = await store(change, before, text, by);
        note(before, saved, change);
        return saved;
      });
    },

    discard: (id, ifMatch, actor) =>
      core.change(actor, async (change) => {
        const before = await find(id);
        assertIfMatch(ifMatch, before);
        const { title, content } = before;
        const changedBy = actor.actor ?? '';
        await revisions.keep(before, { title, content, by: changedBy }, 'always');
        // A published or scheduled text was approved; a draft keeps its writers.
        const writers = before.date === undefined ? writersOf(before) : [];
        const changed = await updatePressRelease(model, change, before, {
          $unset: { pending: 1, approval: 1 },
          $set: { changedBy, updatedAt: clock(), writers },
          $inc: { version: 1 },
        });
        note(before, changed, change);
        return changed;
      }),

    restore: (id, number, ifMatch, actor) =>
      core.change(actor, async (change) => {
        const by = actor.actor ?? '';
        const before = await find(id);
        assertIfMatch(ifMatch, before);
        const { title, content } = await revisions.read(before, number);
        await texts.keep(textOf(content).pictures);
        const { target, sendEmail, publishAt } = before.pending ?? before;
        // The time of a published release has passed and plans no change.
        const isPlanned = before.pending !== undefined || !isPublished(before, clock());
        const time = isPlanned && publishAt !== undefined ? publishAt.toISOString() : null;
        const text = { title, content, target: [...target], sendEmail, publishAt: time };
        await revisions.keep(before, { title, content, by }, 'always');
        const restored = await store(change, before, text, by);
        change.audit('press-release.revision-restored', id, { title: wordsOf(before).title, number: String(number) });
        return restored;
      }),
  };
}
