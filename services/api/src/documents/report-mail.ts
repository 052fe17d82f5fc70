import { z } from 'zod';
import { type Alerts, alertMemberSchema } from '../alerts/service.ts';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import type { Core } from '../core.ts';
import { letter } from '../mail/letter.ts';
import { REPORTS } from './access.ts';
import { type DocumentRecord, documentModel } from './model.ts';

const dataSchema = z.strictObject({ documentId: z.string(), member: alertMemberSchema });

/** How often it runs, in ms: another process may have stored a report. */
const INTERVAL_MS = 5000;

/** Returns the job that queues mails about new reports to subscribers. */
export function reportMailer(core: Core, alerts: Alerts): RepeatedJob {
  const documents = documentModel(core.database.connection);
  const send = core.outbox.register({
    name: 'new-report',
    data: dataSchema,
    compose: async ({ data }) => {
      const record = await documents.findById(data.documentId).lean();
      if (record?.visibility === undefined || !REPORTS.includes(record.visibility)) return undefined;
      if (!(await alerts.stillWants(data.member, ['new-report']))) return undefined;
      return letter({
        subject: `New report: ${record.title}`,
        preview: 'A new report is in the investor dashboard.',
        heading: record.title,
        paragraphs: ['A new report is in your investor dashboard.'],
        action: { label: 'Open the dashboard', url: `${core.config.publicUrl}/dashboard` },
        closing: 'You get this mail because you asked to hear of new reports.',
        ...alerts.endings(data.member),
      });
    },
  });
  async function queue(record: DocumentRecord): Promise<void> {
    const documentId = String(record._id);
    for await (const { email, member } of alerts.wanting('new-report')) {
      // One key per report and recipient: a restarted job queues no mail twice.
      await send(email, { documentId, member }, `new-report:${documentId}:${member.id}`);
    }
    await documents.updateOne({ _id: record._id }, { $unset: { mailing: 1 } });
  }

  return repeatedJob(
    {
      name: 'mail new reports',
      everyMs: INTERVAL_MS,
      run: async () => {
        for (const record of await documents.find({ mailing: 'wanted' }).lean()) await queue(record);
      },
    },
    core.log,
  );
}
