import type {
  AdminPressReleaseListQuery,
  AdminPressReleasePage,
  PressReleasePage,
  PressReleaseTarget,
} from '@cytocomm/contract';
import type { Actor } from '../../platform/audit/actor.ts';
import { createKindOfBin, type KindOfBin } from '../../platform/bin/kind-of-bin.ts';
import { isReadBy } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { storeAgain } from '../../platform/database/record.ts';
import { createOnce } from '../../platform/idempotency/once.ts';
import { presentAll } from '../../platform/lists/pages.ts';
import { type ApprovalRule, approvalMissing } from './approval/rule.ts';
import { createPressReleaseApproval, type PressReleaseApproval } from './approval/service.ts';
import { type ChangePressRelease, createPressReleaseChanging, restorePressRelease } from './changing.ts';
import type { TellOfApproval } from './mailing.ts';
import {
  announcePressRelease,
  findPressRelease,
  isPublished,
  mailingOf,
  type PressReleaseRecord,
  pressReleaseModel,
  statusOf,
  targetAfter,
  unknownPressRelease,
} from './model.ts';
import { createPictureTexts, textOf } from './pictures/texts.ts';
import { assertIfMatch, presentAdminPressRelease, presentPressRelease } from './presentation.ts';
import { listFieldsOf, readReleases } from './press-release-list.ts';
import { createRevisions, type Revisions } from './revisions.ts';
import { type PlanRequest, planFor } from './schedule.ts';
import { createPressReleaseWriting, creationOf, type PressReleaseWriting } from './writing.ts';

/** The input of a new release. */
interface PressReleaseText extends PlanRequest {
  readonly title: string;
  readonly content: string;
  readonly target: readonly PressReleaseTarget[];
  readonly groups?: readonly string[] | undefined;
  readonly sendEmail?: boolean | undefined;
}

/** A release with its time of creation; a draft without a date, scheduled with one in the future. */
type EarlierPressRelease = Pick<
  PressReleaseRecord,
  '_id' | 'title' | 'content' | 'target' | 'date' | 'author' | 'createdAt'
>;

/** The press releases of the portal. */
export interface PressReleases {
  /** Deleted releases that can be restored. */
  readonly bin: KindOfBin;
  readonly writing: PressReleaseWriting;
  readonly approval: PressReleaseApproval;
  readonly revisions: Pick<Revisions, 'list' | 'read'>;
  /** Returns a page of the published releases that these keys read, newest first. */
  published(keys: readonly string[], limit: number, cursor: string | undefined): Promise<PressReleasePage>;
  /** Returns a published release. Throws 404 unless one of these keys reads it. */
  findPublished(id: string, keys: readonly string[]): Promise<PressReleaseRecord>;
  /** Returns a release, drafts included. Throws 404. */
  find(id: string): Promise<PressReleaseRecord>;
  /** Returns a page of all releases, by default the latest created first. */
  all(query: AdminPressReleaseListQuery): Promise<AdminPressReleasePage>;
  /** Creates a release, once per key. */
  write(text: PressReleaseText, key: string | undefined, actor: Actor): Promise<PressReleaseRecord>;
  /** Adds a release with a fixed id, unless it exists. Returns whether it was new. */
  addOnce(release: EarlierPressRelease): Promise<boolean>;
  change: ChangePressRelease;
  remove(id: string, ifMatch: string | undefined, actor: Actor): Promise<void>;
}

const UNMAILED = { mailing: 'none', recipients: 0, sentToEmail: false, emailSentDate: null } as const;

/** Creates the press releases. */
export function createPressReleases(core: Core, rule: ApprovalRule, tellOfApproval: TellOfApproval): PressReleases {
  const model = pressReleaseModel(core.database.connection);
  const clock = core.database.now;
  const revisions = createRevisions(core);
  const texts = createPictureTexts(core);
  const once = createOnce(core.database.connection);

  const bin = createKindOfBin<PressReleaseRecord>(core, 'press-release', {
    store: async (record, change) => {
      const { _id, ...fields } = restorePressRelease(record, clock(), rule);
      await texts.keep([...(fields.pictures ?? []), ...(fields.pending?.pictures ?? [])]);
      await storeAgain(model, { _id, ...fields }, change.session);
      announcePressRelease(change, _id, clock(), { after: fields });
    },
    discard: ({ _id }) => revisions.forget(_id),
  });

  const find = (id: string) => findPressRelease(model, id);

  function fieldsOf(text: PressReleaseText, author: string, now: Date): Omit<PressReleaseRecord, '_id'> {
    const { date, publishAt, timeZone } = planFor(text, undefined, now);
    const sendEmail = text.sendEmail ?? false;
    const target = targetAfter(undefined, text);
    return {
      title: text.title,
      ...textOf(text.content),
      target,
      ...(date === undefined ? {} : { date }),
      ...(publishAt === undefined ? {} : { publishAt }),
      ...(timeZone === undefined ? {} : { timeZone }),
      status: statusOf(date === undefined ? {} : { date }, now),
      sendEmail,
      ...UNMAILED,
      mailing: mailingOf({ sendEmail, target }),
      author,
      changedBy: author,
      ...(date === undefined ? { writers: [author] } : { writers: [], unapprovedWriters: [author] }),
      createdAt: now,
      updatedAt: now,
      version: 1,
      ...listFieldsOf({ title: text.title, author, date }),
    };
  }

  return {
    bin,
    writing: createPressReleaseWriting(core, revisions),
    approval: createPressReleaseApproval(core, rule, tellOfApproval),
    revisions,
    find,

    published: async (keys, limit, cursor) => {
      const query = { sort: '-date', status: 'published', limit, cursor } as const;
      const { rows, nextCursor } = await readReleases(model, clock(), query, { target: { $in: keys } });
      return { items: presentAll(core.log, rows, presentPressRelease), nextCursor };
    },

    findPublished: async (id, keys) => {
      const record = await find(id);
      if (!isPublished(record, clock()) || !isReadBy(record.target, keys)) throw unknownPressRelease(id);
      return record;
    },

    all: async (query) => {
      const { rows, nextCursor } = await readReleases(model, clock(), query);
      return {
        items: presentAll(core.log, rows, (record) => presentAdminPressRelease(record, clock(), rule)),
        nextCursor,
      };
    },

    write: async (text, key, actor) => {
      const now = clock();
      const author = actor.actor ?? '';
      const { content } = await texts.readable(text.content);
      const record = fieldsOf({ ...text, content }, author, now);
      if (rule.isNeeded && record.date !== undefined) throw approvalMissing();
      return core.change(actor, (change) =>
        once({ person: author, key, body: text }, creationOf(model, record, change)),
      );
    },

    addOnce: async ({ _id, title, content, target, date, author, createdAt }) => {
      const now = clock();
      const when = date === undefined ? {} : { date, publishAt: date };
      const $setOnInsert: Omit<PressReleaseRecord, '_id'> = {
        title,
        ...(await texts.readable(content)),
        target,
        ...when,
        status: statusOf(when, now),
        ...UNMAILED,
        sendEmail: false,
        author,
        createdAt,
        updatedAt: createdAt,
        version: 1,
        ...listFieldsOf({ title, author, date }),
      };
      const { upsertedCount } = await model.updateOne({ _id }, { $setOnInsert }, { upsert: true });
      return upsertedCount === 1;
    },

    change: createPressReleaseChanging(core, revisions, rule),

    remove: (id, ifMatch, actor) =>
      core.change(actor, async (change) => {
        const before = await find(id);
        assertIfMatch(ifMatch, before);
        const { _id, title } = before;
        const now = clock();
        await model.deleteOne({ _id });
        announcePressRelease(change, _id, now, { before });
        const record = { ...before, status: statusOf(before, now) };
        await bin.put({ subject: id, title: title || 'Untitled', record, deletedBy: actor.actor ?? '' });
        change.audit('press-release.deleted', id, { title, status: before.status });
      }),
  };
}
