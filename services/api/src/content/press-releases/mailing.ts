import { createHash } from 'node:crypto';
import { type AlertTopic, excerptOfHtml, type PressReleaseMails, pageFor } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import { z } from 'zod';
import { SYSTEM } from '../../platform/audit/actor.ts';
import type { Reader } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { letter, mailArticle } from '../../platform/mail/letter.ts';
import { type AlertMember, type Alerts, alertMemberSchema } from '../alerts/service.ts';
import type { ApprovalRule } from './approval/rule.ts';
import {
  type ApprovalRecord,
  announcePressRelease,
  isPublished,
  isReadableBy,
  type PressReleaseRecord,
  pressReleaseModel,
  targetsOf,
} from './model.ts';
import { withAbsoluteUrls, withAlternativeTexts } from './pictures/texts.ts';
import { formatPlannedTime } from './schedule.ts';

const approvalDataSchema = z.strictObject({ releaseId: z.string(), round: z.string() });

const SUBJECTS = {
  asked: 'A press release waits for your approval',
  approved: 'Your press release is approved',
  declined: 'Your press release is not approved',
} as const;

function introduction({ state, askedBy, by }: ApprovalRecord): string {
  if (state === 'asked') return `${askedBy} asks you to approve this press release before it is published:`;
  if (state === 'approved') return `${by} approved this press release. It can be published or scheduled as it is:`;
  return `${by} did not approve this press release:`;
}

/** Queues the mails about the approval request or answer of a release, in the change that stores it. */
export type TellOfApproval = (record: PressReleaseRecord, approval: ApprovalRecord) => Promise<void>;

/** Registers the mails about approval requests and answers. */
export function createApprovalMails(core: Core, rule: ApprovalRule): TellOfApproval {
  const model = pressReleaseModel(core.database.connection);

  const send = core.outbox.register({
    name: 'release-approval',
    data: approvalDataSchema,
    compose: async ({ to, data }) => {
      const record = await model.findById(data.releaseId).lean();
      const approval = record?.approval;
      // Answered, requested again or changed meanwhile.
      if (!record || approval?.round !== data.round || approval.state === 'outdated') return undefined;
      if (!(await rule.isAdmin(to))) return undefined;
      const { title, publishAt, timeZone } = { ...record, ...record.pending };
      const planned = formatPlannedTime({ publishAt, timeZone });
      return letter({
        subject: SUBJECTS[approval.state],
        preview: SUBJECTS[approval.state],
        heading: SUBJECTS[approval.state],
        paragraphs: [
          introduction(approval),
          title || 'Untitled',
          planned === undefined ? 'It appears as soon as somebody publishes it.' : `It is planned for ${planned}.`,
          ...(approval.note === undefined ? [] : [`Note: ${approval.note}`]),
        ],
        action: {
          label: 'Open the press release',
          url: core.config.publicUrl + pageFor(`/dashboard/admin/releases/${data.releaseId}/edit`, to),
        },
        closing: 'You get this mail because you are an admin of the portal.',
      });
    },
  });

  return async (record, { round, state, askedBy, tell = [] }) => {
    const recipients = state === 'asked' ? (await rule.approversOf(record)).filter((email) => email !== askedBy) : tell;
    for (const email of recipients) await send(email, { releaseId: String(record._id), round });
  };
}

/** Maximum text of a mail, in bytes: mail programs cut off after about 100 KB, before the links at the end. */
const MAX_BYTES = 75 * 1024;
/** Maximum excerpt of a first block that is longer, in characters. */
const MAX_EXCERPT = 5000;
const REST = '<p><em>This is the beginning. The whole text is on the portal.</em></p>';

/** A tag in clean HTML, whose attributes hold no `>`. */
const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g;
/** Elements without an end. */
const EMPTY = new Set(['br', 'hr', 'img', 'col']);

/** Yields the positions in clean HTML where no element is open. */
function* endsOfBlocks(html: string): Generator<number> {
  let depth = 0;
  for (const { index, 0: tag, 1: slash, 2: name = '' } of html.matchAll(TAG)) {
    if (!EMPTY.has(name)) depth += slash === '/' ? -1 : 1;
    if (depth === 0) yield index + tag.length;
  }
}

/** Truncates clean HTML to the size of a mail, after a whole block, with a note that says so. */
export function truncateForMail(html: string): string {
  if (Buffer.byteLength(mailArticle(html)) <= MAX_BYTES) return html;
  let [end, bytes] = [0, 0];
  for (const next of endsOfBlocks(html)) {
    bytes += Buffer.byteLength(mailArticle(html.slice(end, next)));
    if (bytes > MAX_BYTES) break;
    end = next;
  }
  const beginning = end === 0 ? `<p>${escapeHtml(excerptOfHtml(html, MAX_EXCERPT))}</p>` : html.slice(0, end);
  return beginning + REST;
}

const mailDataSchema = z.strictObject({ releaseId: z.string(), member: alertMemberSchema });
const testDataSchema = z.strictObject({ releaseId: z.string() });

/** The width of pictures in mails, in pixels: that of the text. */
const MAIL_WIDTH = 496;

/** The mails of press releases. */
export interface PressReleaseMailing {
  /** Queues one mail per subscriber, even if repeated. Returns how many. */
  queue(record: PressReleaseRecord): Promise<number>;
  /** Queues a test mail of a release, drafts included, to one address. */
  queueTest(record: PressReleaseRecord, to: string): Promise<void>;
  /** Counts the sent, waiting and failed mails of a release. */
  state(record: PressReleaseRecord): Promise<PressReleaseMails>;
}

/** Returns the topics of a release's mails. */
function topicsOf(record: PressReleaseRecord): readonly AlertTopic[] {
  return targetsOf(record).map((each) => (each === 'public' ? 'public-news' : 'investor-news'));
}

/** Returns whether a person reads a release once it is published. */
const readersOf = (record: PressReleaseRecord) => (reader: Reader) => isReadableBy(record, reader);

const prefixOf = (record: PressReleaseRecord) => `press-release:${String(record._id)}:`;

/** Returns the key of a mail, one per address and release. */
function keyOf(record: PressReleaseRecord, email: string): string {
  return prefixOf(record) + createHash('sha256').update(email).digest('hex').slice(0, 32);
}

/** Registers the mails of press releases. */
export function createPressReleaseMailing(core: Core, alerts: Alerts): PressReleaseMailing {
  const model = pressReleaseModel(core.database.connection);
  const { publicUrl } = core.config;

  const isPublic = (record: PressReleaseRecord) =>
    isPublished(record, core.database.now()) && record.target.includes('public');

  function compose(
    record: PressReleaseRecord,
    extras: { to: string; mark?: string; reason: string; member?: AlertMember; hasPictures: boolean },
  ) {
    const { to, mark = '', reason, member, hasPictures } = extras;
    const page = record.target.includes('public')
      ? `${publicUrl}/news?release=${String(record._id)}`
      : publicUrl + pageFor(`/dashboard/investor/news/${String(record._id)}`, to);
    return letter({
      subject: mark + record.title,
      preview: 'News from Cytocomm',
      heading: record.title,
      paragraphs: [],
      html: truncateForMail(
        hasPictures
          ? withAbsoluteUrls(record.content, publicUrl, MAIL_WIDTH)
          : withAlternativeTexts(record.content, publicUrl),
      ),
      action: { label: 'Read it on the portal', url: page },
      closing: reason,
      ...(member === undefined ? {} : alerts.endings(member)),
    });
  }

  const send = core.outbox.register({
    name: 'press-release',
    data: mailDataSchema,
    compose: async ({ to, data }) => {
      const record = await model.findById(data.releaseId).lean();
      // Withdrawn since it was queued.
      if (record === null || !isPublished(record, core.database.now())) return undefined;
      if (!(await alerts.stillWants(data.member, topicsOf(record), readersOf(record)))) return undefined;
      return compose(record, {
        to,
        reason: 'You get this mail because you asked for news by e-mail.',
        member: data.member,
        hasPictures: isPublic(record),
      });
    },
    sent: async ({ data }) => {
      const now = core.database.now();
      const update = { $set: { sentToEmail: true }, $max: { emailSentDate: now } };
      const before = await model.findOneAndUpdate({ _id: data.releaseId }, update).lean();
      if (before?.sentToEmail === false)
        await core.change(SYSTEM, async (change) => announcePressRelease(change, before._id, now, {}));
    },
  });

  const sendTest = core.outbox.register({
    name: 'press-release-test',
    data: testDataSchema,
    compose: async ({ to, data }) => {
      const record = await model.findById(data.releaseId).lean();
      if (record === null) return undefined;
      // A test mail has the pending text.
      return compose(
        { ...record, ...record.pending },
        {
          to,
          mark: '[Test] ',
          reason: 'This is a test that went to you only.',
          // The pictures of a pending text are visible to admins only.
          hasPictures: isPublic(record) && record.pending === undefined,
        },
      );
    },
  });

  return {
    queue: async (record) => {
      const addresses = new Set<string>();
      for (const topic of topicsOf(record)) {
        for await (const { email, member } of alerts.wanting(topic, readersOf(record))) {
          if (addresses.has(email)) continue;
          addresses.add(email);
          await send(email, { releaseId: String(record._id), member }, keyOf(record, email));
        }
      }
      return addresses.size;
    },

    queueTest: async (record, to) => {
      await sendTest(to, { releaseId: String(record._id) });
    },

    state: async (record) => ({
      recipients: record.recipients,
      ...(await core.outbox.counts(prefixOf(record))),
    }),
  };
}
