import {
  type AdminPressRelease,
  type AdminPressReleasePage,
  type PressRelease,
  type PressReleasePage,
  RELEASE_CONTENT_LENGTH,
  type ReleaseTarget,
  textOfHtml,
} from '@cytocomm/contract';
import { Types } from 'mongoose';
import type { Core } from '../core.ts';
import { newestFirst } from '../database/newest-first.ts';
import { isMeant } from '../http/conditions.ts';
import { ApiError, invalidFields, notFound } from '../http/problem.ts';
import { createOnce } from '../idempotency/once.ts';
import type { Actor } from '../users/service.ts';
import { cleanHtml, NestedTooDeep } from './content.ts';
import { isOut, type PressReleaseRecord, pressReleaseModel, type ReleaseChange, readersOf, statusOf } from './model.ts';
import { planFor, type Wish } from './plan.ts';

/** What an admin writes. */
interface ReleaseText extends Wish {
  readonly title: string;
  readonly content: string;
  readonly target: readonly ReleaseTarget[];
  readonly sendEmail?: boolean | undefined;
}

/** What an admin changes. */
type ReleaseEdit = { readonly [Field in keyof ReleaseText]?: ReleaseText[Field] | undefined };

/** A release that was written at another time; without a date it is a draft, with one in the future it is scheduled. */
type EarlierRelease = Pick<
  PressReleaseRecord,
  '_id' | 'title' | 'content' | 'target' | 'date' | 'author' | 'createdAt'
>;

/** The press releases of a database. */
export interface PressReleases {
  /** One page of what is out for a target, newest first. */
  published(target: ReleaseTarget, limit: number, cursor: string | undefined): Promise<PressReleasePage>;
  /** One that is out for any of these targets, else 404. */
  findPublished(id: string, targets: readonly ReleaseTarget[]): Promise<PressReleaseRecord>;
  /** Any one, drafts included, else 404. */
  find(id: string): Promise<PressReleaseRecord>;
  /** One page of all, the one written last first. */
  all(limit: number, cursor: string | undefined): Promise<AdminPressReleasePage>;
  /** Under the same key it is written once, whoever comes first. */
  write(text: ReleaseText, key: string | undefined, actor: Actor): Promise<PressReleaseRecord>;
  /** Adds a release as it was at an earlier time, under its own id, unless there is one. Returns whether it was new. */
  addOnce(release: EarlierRelease): Promise<boolean>;
  /** Changes the fields given; with `ifMatch` only the state that it names (412). */
  change(id: string, edit: ReleaseEdit, ifMatch: string | undefined, actor: Actor): Promise<PressReleaseRecord>;
  remove(id: string, ifMatch: string | undefined, actor: Actor): Promise<void>;
  /** Called after every write, so that what is due is done at once. */
  onWritten(tell: () => void): void;
}

const UNMAILED = { mailing: 'none', recipients: 0, sentToEmail: false, emailSentDate: null } as const;
const byDate = newestFirst<PressReleaseRecord>('date', (row) => row.date ?? new Date(0));
const byWriting = newestFirst<PressReleaseRecord>('createdAt', (row) => row.createdAt);
const unknown = (hides?: string) => notFound('There is no such press release.', hides);

/** The entity tag of a release's state. */
export function etagOf(record: Pick<PressReleaseRecord, '_id' | 'version'>): string {
  return `"${String(record._id)}-${record.version}"`;
}

/** A release as its readers get it; it has a date, or it would not be theirs to read. */
export function shownToReaders(record: PressReleaseRecord): PressRelease {
  return {
    id: String(record._id),
    title: record.title,
    content: record.content,
    date: (record.date ?? record.createdAt).toISOString(),
    target: [...record.target],
  };
}

/** A release as an admin gets it. */
export function shownToAdmins(record: PressReleaseRecord, now: Date): AdminPressRelease {
  return {
    ...shownToReaders(record),
    date: record.date?.toISOString() ?? null,
    status: statusOf(record, now),
    publishAt: record.publishAt?.toISOString() ?? null,
    sendEmail: record.sendEmail,
    mailing: record.mailing,
    recipients: record.recipients,
    sentToEmail: record.sentToEmail,
    emailSentDate: record.emailSentDate?.toISOString() ?? null,
    author: record.author,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    etag: etagOf(record),
  };
}

function cleanContent(html: string): string {
  const refused = (message: string) => invalidFields([{ path: 'body.content', message }]);
  let content: string;
  try {
    content = cleanHtml(html);
  } catch (error) {
    throw error instanceof NestedTooDeep ? refused(error.message) : error;
  }
  // A character may be written longer than it was sent; what is stored must be such that it can be sent again.
  if (content.length > RELEASE_CONTENT_LENGTH)
    throw refused(`at most ${RELEASE_CONTENT_LENGTH} characters when it is cleaned`);
  if (textOfHtml(content) === '') throw refused('holds no text');
  return content;
}

/** Who hears of a change: whoever could see the release before or can see it now. */
function changeBetween(
  before: Pick<PressReleaseRecord, 'date' | 'target'> | undefined,
  after: Pick<PressReleaseRecord, 'date' | 'target'>,
  now: Date,
): ReleaseChange {
  const [was, is] = [before === undefined ? [] : readersOf(before, now), readersOf(after, now)];
  const everybody = was === 'everybody' || is === 'everybody';
  const to = everybody ? 'everybody' : [...new Set([...was, ...is])];
  const type = was.length === 0 ? 'added' : is.length === 0 ? 'removed' : 'changed';
  return { at: now, to, type };
}

function assertMeant(ifMatch: string | undefined, record: PressReleaseRecord): void {
  if (ifMatch === undefined || isMeant(ifMatch, etagOf(record))) return;
  const detail = 'Somebody else has changed this press release meanwhile. Nothing of yours was saved over it.';
  throw new ApiError(412, 'precondition-failed', detail, { headers: { ETag: etagOf(record) } });
}

/** The press releases of a database. */
export function createPressReleases(core: Core): PressReleases {
  const model = pressReleaseModel(core.database.connection);
  const clock = core.database.now;
  const once = createOnce(core.database.connection);
  const listeners: (() => void)[] = [];
  const written = () => {
    for (const tell of listeners) tell();
  };

  async function find(id: string | Types.ObjectId): Promise<PressReleaseRecord> {
    const record = await model.findById(id).lean();
    if (record === null) throw unknown();
    return record;
  }

  function recordOf(text: ReleaseText, _id: Types.ObjectId, author: string, now: Date): PressReleaseRecord {
    const { date, publishAt } = planFor(text, undefined, now);
    const sendEmail = text.sendEmail ?? false;
    return {
      _id,
      title: text.title,
      content: cleanContent(text.content),
      target: text.target,
      ...(date === undefined ? {} : { date }),
      ...(publishAt === undefined ? {} : { publishAt }),
      status: statusOf(date === undefined ? {} : { date }, now),
      sendEmail,
      ...UNMAILED,
      ...(sendEmail && { mailing: 'wanted' }),
      author,
      createdAt: now,
      updatedAt: now,
      version: 1,
      lastChange: changeBetween(undefined, { target: text.target, ...(date === undefined ? {} : { date }) }, now),
    };
  }

  return {
    find,

    published: async (target, limit, cursor) => {
      const found = await model
        .find({ target, ...byDate.behind(cursor, clock()) })
        .sort(byDate.sort)
        .limit(limit + 1)
        .lean();
      const { page, nextCursor } = byDate.page([found], limit);
      return { items: page.map(shownToReaders), nextCursor };
    },

    findPublished: async (id, targets) => {
      const record = await find(id);
      if (!isOut(record, clock()) || !record.target.some((target) => targets.includes(target))) throw unknown(id);
      return record;
    },

    all: async (limit, cursor) => {
      const found = await model
        .find(byWriting.behind(cursor))
        .sort(byWriting.sort)
        .limit(limit + 1)
        .lean();
      const { page, nextCursor } = byWriting.page([found], limit);
      return { items: page.map((record) => shownToAdmins(record, clock())), nextCursor };
    },

    write: async (text, key, actor) => {
      const now = clock();
      const author = actor.actor ?? '';
      const record = recordOf(text, new Types.ObjectId(), author, now);
      return once(
        { person: author, key, body: text },
        {
          make: async (_id) => {
            await model.create({ ...record, _id });
            return { ...record, _id };
          },
          find: (_id) => model.findById(_id).lean(),
          complete: async ({ _id }, isNew) => {
            if (isNew) {
              await core.audit.record({
                ...actor,
                action: 'press-release.created',
                subject: String(_id),
                detail: { title: record.title, target: record.target.join(', '), status: record.status },
              });
            }
            written();
          },
        },
      );
    },

    addOnce: async ({ _id, title, content, target, date, author, createdAt }) => {
      const now = clock();
      const when = date === undefined ? {} : { date, publishAt: date };
      const $setOnInsert: Omit<PressReleaseRecord, '_id'> = {
        title,
        content: cleanContent(content),
        target,
        ...when,
        status: statusOf(when, now),
        ...UNMAILED,
        sendEmail: false,
        author,
        createdAt,
        updatedAt: createdAt,
        version: 1,
        lastChange: { at: now, type: 'added', to: [] },
      };
      const { upsertedCount } = await model.updateOne({ _id }, { $setOnInsert }, { upsert: true });
      return upsertedCount === 1;
    },

    change: async (id, edit, ifMatch, actor) => {
      for (;;) {
        const before = await find(id);
        assertMeant(ifMatch, before);
        const now = clock();
        const { date, publishAt } = planFor(edit, before, now);
        const target = edit.target ?? before.target;
        const sendEmail = edit.sendEmail ?? before.sendEmail;
        const state = { target, ...(date === undefined ? {} : { date }) };
        const unset = {
          ...(date === undefined ? { date: 1 as const } : {}),
          ...(publishAt === undefined ? { publishAt: 1 as const } : {}),
        };
        const changed = await model
          .findOneAndUpdate(
            // Nobody else has changed it meanwhile, nor have its mails been queued.
            { _id: before._id, version: before.version, mailing: before.mailing },
            {
              $set: {
                title: edit.title ?? before.title,
                content: edit.content === undefined ? before.content : cleanContent(edit.content),
                ...state,
                ...(publishAt === undefined ? {} : { publishAt }),
                status: statusOf(state, now),
                sendEmail,
                mailing: before.mailing === 'queued' ? 'queued' : sendEmail ? 'wanted' : 'none',
                updatedAt: now,
                lastChange: changeBetween(before, state, now),
              },
              $inc: { version: 1 },
              ...(Object.keys(unset).length === 0 ? {} : { $unset: unset }),
            },
            { returnDocument: 'after' },
          )
          .lean();
        if (changed === null) continue;
        await core.audit.record({
          ...actor,
          action: 'press-release.changed',
          subject: id,
          detail: { title: changed.title, fields: Object.keys(edit).join(', '), status: changed.status },
        });
        written();
        return changed;
      }
    },

    remove: async (id, ifMatch, actor) => {
      for (;;) {
        const before = await find(id);
        assertMeant(ifMatch, before);
        const now = clock();
        const lastChange = changeBetween(before, { target: before.target }, now);
        // First it is out of sight; whoever could see it hears so from this change.
        const hidden = await model.updateOne(
          { _id: before._id, version: before.version },
          { $set: { lastChange, status: 'draft' }, $unset: { date: 1 }, $inc: { version: 1 } },
        );
        if (hidden.matchedCount === 0) continue;
        await model.deleteOne({ _id: before._id });
        await core.audit.record({
          ...actor,
          action: 'press-release.deleted',
          subject: id,
          detail: { title: before.title, status: before.status },
        });
        return;
      }
    },

    onWritten: (tell) => {
      listeners.push(tell);
    },
  };
}
