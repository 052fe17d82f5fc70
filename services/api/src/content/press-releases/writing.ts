import type { PressReleaseText } from '@cytocomm/contract';
import type { UpdateQuery } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { MAX_ATTEMPTS, tooManyConflicts } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { createOnce } from '../../platform/idempotency/once.ts';
import { afterEdit, matchUnchanged, writersOf } from './approval/rule.ts';
import {
  changeBetween,
  findPressRelease,
  isPublished,
  mailingOf,
  type PressReleaseRecord,
  pressReleaseModel,
  targetAfter,
} from './model.ts';
import { createPictureTexts, textOf } from './pictures/texts.ts';
import { plannedTime } from './plan.ts';
import { assertIfMatch, overtaken, readersDetail } from './presentation.ts';
import { listFieldsOf } from './press-release-list.ts';
import { type Revisions, wordsOf } from './revisions.ts';

/** How a release is written: saved as one types, whole or not, and without a change for its readers. */
export interface PressReleaseWriting {
  /** Starts a draft, once per key. */
  start(text: PressReleaseText, key: string | undefined, actor: Actor): Promise<PressReleaseRecord>;
  /**
   * Saves a text: of a draft in place, of a release that is out or planned beside it, until it is published. Throws 412 when
   * `ifMatch` names another version.
   */
  save(id: string, text: PressReleaseText, ifMatch: string, actor: Actor): Promise<PressReleaseRecord>;
  /** Removes the text beside a release that is out or planned. Throws 412 when `ifMatch` names another version. */
  discard(id: string, ifMatch: string, actor: Actor): Promise<PressReleaseRecord>;
  /**
   * Saves the title and the text of an earlier version once more. Throws 404 when it was not kept, 412 when `ifMatch` names
   * another version.
   */
  restore(id: string, number: number, ifMatch: string, actor: Actor): Promise<PressReleaseRecord>;
}

/** A text with whom it is for as it is stored. */
type StoredText = Omit<PressReleaseText, 'target' | 'groups'> & Pick<PressReleaseRecord, 'target'>;

/** After so long a pause the audit trail notes once more that somebody writes. */
const SESSION_MS = 3_600_000;

/** Returns what writes the texts of releases. */
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
      ...plannedTime(text, undefined),
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
      lastChange: changeBetween(undefined, { target }, now),
      ...listFieldsOf({ title, author }),
    };
  }

  /** Returns the update that saves a text in place of a draft's. */
  function draftUpdate(before: PressReleaseRecord, text: StoredText, by: string): UpdateQuery<PressReleaseRecord> {
    const now = clock();
    const planned = plannedTime(text, before);
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
        ...afterEdit(before, { title, target, sendEmail, content: text.content, ...planned }, by),
        updatedAt: now,
        lastChange: changeBetween(before, { target }, now),
        ...listFieldsOf({ title, author: before.author }),
      },
      $inc: { version: 1 },
      // What was written beside it when it was out is overtaken.
      $unset: {
        pending: 1,
        ...(planned.publishAt === undefined ? { publishAt: 1 } : {}),
        ...(planned.timeZone === undefined ? { timeZone: 1 } : {}),
      },
    };
  }

  /** Returns the update that saves a text beside that of a release that is out or planned. */
  function pendingUpdate(before: PressReleaseRecord, text: StoredText, by: string): UpdateQuery<PressReleaseRecord> {
    const now = clock();
    const { title, target, sendEmail } = text;
    const pending = {
      ...{ title, target, sendEmail, ...textOf(text.content), savedAt: now, savedBy: by },
      ...plannedTime(text, before.pending ?? before),
    };
    return {
      $set: { pending, changedBy: by, ...afterEdit(before, pending, by), updatedAt: now },
      $inc: { version: 1 },
    };
  }

  /** Notes that somebody writes: when they begin, not at every save. */
  async function note(before: PressReleaseRecord, after: PressReleaseRecord, actor: Actor): Promise<void> {
    const goesOn = before.changedBy === after.changedBy && +after.updatedAt - +before.updatedAt < SESSION_MS;
    if (goesOn) return;
    await core.audit.record({
      ...actor,
      action: 'press-release.changed',
      subject: String(after._id),
      detail: { title: after.pending?.title ?? after.title, fields: 'text', status: before.status },
    });
  }

  /** Saves a clean text in place of a draft's, or beside that of a release that is out or planned; null when it has changed. */
  async function store(before: PressReleaseRecord, text: StoredText, by: string): Promise<PressReleaseRecord | null> {
    const update = before.date === undefined ? draftUpdate(before, text, by) : pendingUpdate(before, text, by);
    return model
      .findOneAndUpdate({ ...matchUnchanged(before), mailing: before.mailing }, update, {
        returnDocument: 'after',
      })
      .lean();
  }

  return {
    start: async ({ groups, ...sent }, key, actor) => {
      const author = actor.actor ?? '';
      const { content } = await texts.stored(sent.content);
      const target = targetAfter(undefined, { target: sent.target, groups });
      const record = draftOf({ ...sent, content, target }, author);
      return once(
        { person: author, key, body: { ...sent, ...(groups !== undefined && { groups }) } },
        {
          make: async (_id) => {
            await model.create({ ...record, _id });
            return { ...record, _id };
          },
          find: (_id) => model.findById(_id).lean(),
          complete: async ({ _id, title, target: readers, status }, isNew) => {
            if (!isNew) return;
            const detail = { title, ...readersDetail({ target: readers }), status };
            await core.audit.record({ ...actor, action: 'press-release.created', subject: String(_id), detail });
          },
        },
      );
    },

    save: async (id, { groups, ...sent }, ifMatch, actor) => {
      const by = actor.actor ?? '';
      const { content } = await texts.stored(sent.content);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const before = await find(id);
        assertIfMatch(ifMatch, before);
        // A page that knows no groups names none: they stay.
        const target = targetAfter(before.pending ?? before, { target: sent.target, groups });
        const text = { ...sent, content, target };
        await revisions.keep(before, { title: text.title, content: text.content, by });
        const saved = await store(before, text, by);
        if (saved === null) continue;
        await note(before, saved, actor);
        return saved;
      }
      throw tooManyConflicts('this press release');
    },

    discard: async (id, ifMatch, actor) => {
      const before = await find(id);
      assertIfMatch(ifMatch, before);
      const { title, content } = before;
      await revisions.keep(before, { title, content, by: actor.actor ?? '' }, 'always');
      const changed = await model
        .findOneAndUpdate(
          { ...matchUnchanged(before) },
          {
            $unset: { pending: 1, approval: 1 },
            // What is out or planned was approved; a draft keeps its writers.
            $set: {
              ...{ changedBy: actor.actor ?? '', updatedAt: clock() },
              writers: before.date === undefined ? writersOf(before) : [],
            },
            $inc: { version: 1 },
          },
          { returnDocument: 'after' },
        )
        .lean();
      // Somebody saved meanwhile: their text is not what was meant.
      if (changed === null) throw overtaken(await find(id));
      await note(before, changed, actor);
      return changed;
    },

    restore: async (id, number, ifMatch, actor) => {
      const by = actor.actor ?? '';
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const before = await find(id);
        assertIfMatch(ifMatch, before);
        const { title, content } = await revisions.read(before, number);
        await texts.keep(textOf(content).pictures);
        const { target, sendEmail, publishAt } = before.pending ?? before;
        // The time of what is out is over: no change of it is planned by that.
        const isPlanned = before.pending !== undefined || !isPublished(before, clock());
        const time = isPlanned && publishAt !== undefined ? publishAt.toISOString() : null;
        const text = { title, content, target: [...target], sendEmail, publishAt: time };
        await revisions.keep(before, { title, content, by }, 'always');
        const restored = await store(before, text, by);
        if (restored === null) continue;
        const detail = { title: wordsOf(before).title, number: String(number) };
        await core.audit.record({ ...actor, action: 'press-release.revision-restored', subject: id, detail });
        return restored;
      }
      throw tooManyConflicts('this press release');
    },
  };
}
