import { createHash } from 'node:crypto';
import { type AlertTopic, type PressReleaseMails, pageFor } from '@cytocomm/contract';
import { z } from 'zod';
import type { Reader } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { letter } from '../../platform/mail/letter.ts';
import { type AlertMember, type Alerts, alertMemberSchema } from '../alerts/service.ts';
import { beginningForMail } from './beginning.ts';
import { isPublished, isReadableBy, type PressReleaseRecord, pressReleaseModel, targetsOf } from './model.ts';
import { withAlternativeTexts, withWholeAddresses } from './pictures/in-html.ts';

const mailDataSchema = z.strictObject({ releaseId: z.string(), member: alertMemberSchema });
const testDataSchema = z.strictObject({ releaseId: z.string() });

/** How wide a mail shows pictures, in pixels: as wide as its text. */
const MAIL_WIDTH = 496;

/** The mails of press releases. */
export interface PressReleaseMailing {
  /** Queues a mail to each subscriber. Returns how many; a repetition queues none twice. */
  queue(record: PressReleaseRecord): Promise<number>;
  /** Queues a test mail of a release, drafts included, to one address. */
  queueTest(record: PressReleaseRecord, to: string): Promise<void>;
  /** Returns how many mails of a release are sent, waiting and failed. */
  state(record: PressReleaseRecord): Promise<PressReleaseMails>;
}

/** Returns the topics of a release's mails. */
function topicsOf(record: PressReleaseRecord): readonly AlertTopic[] {
  return targetsOf(record).map((each) => (each === 'public' ? 'public-news' : 'investor-news'));
}

/** Returns what tells who reads a release once it is out. */
const readersOf = (record: PressReleaseRecord) => (reader: Reader) => isReadableBy(record, reader);

const prefixOf = (record: PressReleaseRecord) => `press-release:${String(record._id)}:`;

/** Returns the key of a mail: one per address and release, also for a subscriber who is an investor. */
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
      html: beginningForMail(
        hasPictures
          ? withWholeAddresses(record.content, publicUrl, MAIL_WIDTH)
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
      await model.updateOne(
        { _id: data.releaseId },
        { $set: { sentToEmail: true }, $max: { emailSentDate: core.database.now() } },
      );
    },
  });

  const sendTest = core.outbox.register({
    name: 'press-release-test',
    data: testDataSchema,
    compose: async ({ to, data }) => {
      const record = await model.findById(data.releaseId).lean();
      if (record === null) return undefined;
      // A test is of what one writes.
      return compose(
        { ...record, ...record.pending },
        {
          to,
          mark: '[Test] ',
          reason: 'This is a test that went to you only.',
          // Nobody but admins sees the pictures of what is written beside it.
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
