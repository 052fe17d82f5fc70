import {
  MAX_REPORTS_OF_MAIL,
  pageFor,
  RETENTION,
  type ReportChoice,
  type ReportsChosen,
  type WaitingReports,
} from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { z } from 'zod';
import { type Actor, SYSTEM } from '../../platform/audit/actor.ts';
import { type RepeatedJob, repeatedJob, runEachSeparately } from '../../platform/background/repeated-job.ts';
import { isReadBy, type Reader } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { recordOptions } from '../../platform/database/record.ts';
import { letter } from '../../platform/mail/letter.ts';
import { type AlertMember, type Alerts, alertMemberSchema } from '../alerts/service.ts';
import { isReport, readableKeys, reportKeys } from './access.ts';
import { announceDocument, type DocumentRecord, documentModel } from './model.ts';

/** Delay of the mail after the last report, in ms. */
const QUIET_MS = 60_000;
/** Maximum delay after the first report, in ms. */
const MAX_DELAY_MS = 5 * 60_000;

type Waiting = Pick<DocumentRecord, 'uploadedAt' | 'newsAt' | 'mailAbout'>;

/** Whether the mail about a document waits, and can be recalled. */
export const isMailPending = ({ mailing }: Pick<DocumentRecord, 'mailing'>): boolean =>
  mailing === 'wanted' || mailing === 'now';

/** Returns when a report began to wait: its upload, or the first replacement that the mail is about. */
const waitingSince = ({ uploadedAt, mailAbout }: Omit<Waiting, 'newsAt'>): Date => mailAbout?.since ?? uploadedAt;

const lastAddedAt = (report: Waiting) => Math.max(waitingSince(report).getTime(), report.newsAt.getTime());

/** Returns when the mail goes out unless another report follows; undefined without reports. */
function dueAt(reports: readonly Waiting[], now: Date): Date | undefined {
  if (reports.length === 0) return undefined;
  const last = Math.max(...reports.map(lastAddedAt));
  const first = Math.min(...reports.map((report) => waitingSince(report).getTime()));
  const due = new Date(Math.min(last + QUIET_MS, first + MAX_DELAY_MS));
  // Uploaded while the clock was ahead.
  return due.getTime() > now.getTime() + MAX_DELAY_MS ? now : due;
}

/** Returns a record restored from the bin, without a mail that would have gone out already. */
export function dropOldMail(record: DocumentRecord, now: Date): DocumentRecord {
  if (isMailPending(record) && now.getTime() < waitingSince(record).getTime() + MAX_DELAY_MS) return record;
  const { mailing: _, ...rest } = record;
  return rest;
}

/** New reports that go out together in one mail per recipient. Mails to thousands do not fit into one transaction. */
interface ReportBatch {
  readonly _id: Types.ObjectId;
  /** Oldest first. */
  readonly documents: readonly Types.ObjectId[];
  /** Missing once its mails are queued. */
  readonly open?: true;
  /** When the batch is deleted, after the last of its mails. */
  readonly forgetAt?: Date;
}

/** Time a batch is kept after its mails were queued, in ms: they may wait for the mail server. */
const BATCH_KEEP_MS = RETENTION.mailDays * 24 * 3600 * 1000;

const schema = new Schema<ReportBatch>(
  {
    documents: { type: [Schema.Types.ObjectId], required: true },
    open: Boolean,
    forgetAt: Date,
  },
  recordOptions('report_batches'),
);
schema.index({ open: 1 }, { sparse: true });
schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

/** Returns the model of batches of reports. */
export function reportBatchModel(connection: Connection): Model<ReportBatch> {
  return connection.model<ReportBatch>('ReportBatch', schema);
}

const oneSchema = z.strictObject({ documentId: z.string(), member: alertMemberSchema });
const severalSchema = z.strictObject({ batchId: z.string(), member: alertMemberSchema });

/** Interval of the job, in ms: another process may have stored a report. */
const INTERVAL_MS = 5000;
/** Waiting reports read at once; the rest waits for the next mail. */
const MAX_WAITING = 1000;
/** Reports named in one mail. */
const MAX_NAMED = 10;

/** The states in which a mail can be recalled. */
const WAITING = { $in: ['wanted', 'now'] as const };

type WaitingReport = Pick<
  DocumentRecord,
  '_id' | 'title' | 'uploadedAt' | 'newsAt' | 'mailing' | 'mailAbout' | 'visibility'
>;

/** The mails about new reports. */
export interface ReportMails {
  /** Queues the mails of reports that have waited. */
  readonly job: RepeatedJob;
  /** Returns the waiting reports, at most those of one mail. */
  waiting(): Promise<WaitingReports>;
  /** Sends the mails of the chosen reports now, if they still wait. */
  send(choice: ReportChoice, actor: Actor): Promise<ReportsChosen>;
  /** Cancels the mails of the chosen reports, if they still wait. */
  recall(choice: ReportChoice, actor: Actor): Promise<ReportsChosen>;
}

/** Whether a person reads a document as a report. */
const isReportFor = ({ visibility }: Pick<DocumentRecord, 'visibility'>, reader: Reader) =>
  isReadBy(visibility, reportKeys(readableKeys(reader)));

/** Whether the mail announces a new version; a report replaced before its first mail is simply new. */
const isNewVersion = ({ mailAbout }: Pick<DocumentRecord, 'mailAbout'>) => mailAbout !== undefined;

/** Returns the text of a mail about one report. */
function wordsOfOne(report: Pick<DocumentRecord, 'title' | 'mailAbout'>) {
  const { title } = report;
  return !isNewVersion(report)
    ? {
        subject: `New report: ${title}`,
        preview: 'A new report is in the investor dashboard.',
        heading: title,
        paragraphs: ['A new report is in your investor dashboard.'],
      }
    : {
        subject: `New version: ${title}`,
        preview: 'A report in the investor dashboard has a new version.',
        heading: title,
        paragraphs: ['A report in your investor dashboard has a new version. It is under the same link.'],
      };
}

/** Creates the mails about new reports: those uploaded within minutes share one mail per subscriber. */
export function createReportMails(core: Core, alerts: Alerts): ReportMails {
  const { connection, now } = core.database;
  const documents = documentModel(connection);
  const batches = reportBatchModel(connection);

  /** Composes the mail about those reports that exist and that the member reads; undefined without any. */
  async function compose(to: string, ids: readonly (string | Types.ObjectId)[], member: AlertMember) {
    const found = await documents.find({ _id: { $in: [...ids] } }, { title: 1, visibility: 1, mailAbout: 1 }).lean();
    const reader = await alerts.memberWanting(member, 'new-report');
    if (reader === undefined) return undefined;
    const reports = ids.flatMap((id) => {
      const record = found.find(({ _id }) => String(_id) === String(id));
      return record !== undefined && isReportFor(record, reader) ? [record] : [];
    });
    const [only] = reports;
    if (only === undefined) return undefined;
    const more = reports.length - MAX_NAMED;
    const parts =
      reports.length === 1
        ? wordsOfOne(only)
        : {
            subject: `${reports.length} new reports`,
            preview: 'New reports are in the investor dashboard.',
            heading: `${reports.length} new reports`,
            paragraphs: [
              'New reports are in your investor dashboard:',
              ...reports
                .slice(0, MAX_NAMED)
                .map((report) => (isNewVersion(report) ? `${report.title} (new version)` : report.title)),
              ...(more > 0 ? [`and ${more} more.`] : []),
            ],
          };
    return letter({
      ...parts,
      action: { label: 'Open the dashboard', url: core.config.publicUrl + pageFor('/dashboard/investor/reports', to) },
      closing: 'You get this mail because you asked to hear of new reports.',
      ...alerts.endings(member),
    });
  }

  const sendOne = core.outbox.register({
    name: 'new-report',
    data: oneSchema,
    compose: ({ to, data: { documentId, member } }) => compose(to, [documentId], member),
  });
  const sendSeveral = core.outbox.register({
    name: 'new-reports',
    data: severalSchema,
    compose: async ({ to, data: { batchId, member } }) => {
      const batch = await batches.findById(batchId).lean();
      return batch === null ? undefined : compose(to, batch.documents, member);
    },
  });

  /** Returns the waiting reports, oldest first. */
  async function oldestWaiting(): Promise<readonly WaitingReport[]> {
    const found = await documents
      .find({ mailing: WAITING }, { title: 1, uploadedAt: 1, newsAt: 1, mailing: 1, mailAbout: 1, visibility: 1 })
      .limit(MAX_WAITING)
      .lean<WaitingReport[]>();
    return found
      .toSorted((a, b) => waitingSince(a).getTime() - waitingSince(b).getTime())
      .slice(0, MAX_REPORTS_OF_MAIL);
  }

  /** Queues the mails of a batch; repeated after a crash. */
  async function finish({ _id, documents: ids }: ReportBatch): Promise<void> {
    const reports = await documents.find({ _id: { $in: [...ids] } }, { visibility: 1 }).lean();
    const reads = (reader: Reader) => reports.some((report) => isReportFor(report, reader));
    for await (const { email, member } of alerts.wanting('new-report', reads)) {
      // One key per batch and recipient, so no mail is queued twice.
      const key = `new-report:${String(_id)}:${member.id}`;
      await (ids.length === 1
        ? sendOne(email, { documentId: String(ids[0]), member }, key)
        : sendSeveral(email, { batchId: String(_id), member }, key));
    }
    await documents.updateMany({ _id: { $in: [...ids] }, mailing: 'queueing' }, { $unset: { mailing: 1 } });
    const forgetAt = new Date(now().getTime() + BATCH_KEEP_MS);
    await batches.updateOne({ _id }, { $set: { forgetAt }, $unset: { open: 1 } });
  }

  /** Opens a batch of those reports that still wait. */
  async function open(reports: readonly WaitingReport[]): Promise<void> {
    const batch = await core.change(SYSTEM, async (change) => {
      const waiting = await documents.find({ _id: { $in: reports.map(({ _id }) => _id) }, mailing: WAITING }).lean();
      const ids = reports.flatMap(({ _id }) => (waiting.some((each) => each._id.equals(_id)) ? [_id] : []));
      if (ids.length === 0) return undefined;
      await documents.updateMany({ _id: { $in: ids } }, { $set: { mailing: 'queueing' } });
      for (const id of ids) announceDocument(change, 'changed', id);
      return (await batches.create([{ documents: ids, open: true }]))[0]?.toObject();
    });
    if (batch !== undefined) await finish(batch);
  }

  const job = repeatedJob(
    {
      name: 'mail new reports',
      everyMs: INTERVAL_MS,
      run: async () => {
        await runEachSeparately(await batches.find({ open: true }).lean(), finish);
        const waiting = await oldestWaiting();
        const hurried = waiting.filter(({ mailing }) => mailing === 'now');
        const due = dueAt(waiting, now());
        if (due === undefined) return undefined;
        const isDue = waiting.length === MAX_REPORTS_OF_MAIL || due <= now();
        if (hurried.length === 0 && !isDue) return due.getTime() - now().getTime();
        await open(isDue ? waiting : hurried);
        // There may be more reports than fit into one mail.
        return 0;
      },
    },
    core.log,
  );

  async function choose(
    action: 'document.mail-hurried' | 'document.mail-recalled',
    { documents: ids }: ReportChoice,
    actor: Actor,
    update: { readonly $set: { readonly mailing: 'now' } } | { readonly $unset: { readonly mailing: 1 } },
  ): Promise<ReportsChosen> {
    const changed = await core.change(actor, async (change) => {
      const { modifiedCount } = await documents.updateMany({ _id: { $in: ids }, mailing: WAITING }, update);
      if (modifiedCount === 0) return 0;
      for (const id of ids) announceDocument(change, 'changed', id);
      change.audit(action, ids[0] ?? '', { documents: ids.join(' '), reports: String(modifiedCount) });
      return modifiedCount;
    });
    return { changed };
  }

  return {
    job,

    waiting: async () => {
      const waiting = await oldestWaiting();
      const hurried = waiting.some(({ mailing }) => mailing === 'now');
      const reports = waiting.filter(isReport);
      const due = reports.length === 0 ? undefined : hurried ? now() : dueAt(waiting, now());
      return {
        documents: reports.map(({ _id, title }) => ({ id: String(_id), title })),
        goesOutAt: due?.toISOString() ?? null,
      };
    },

    send: async (choice, actor) => {
      const chosen = await choose('document.mail-hurried', choice, actor, { $set: { mailing: 'now' } });
      job.hurry();
      return chosen;
    },

    recall: (choice, actor) => choose('document.mail-recalled', choice, actor, { $unset: { mailing: 1 } }),
  };
}
