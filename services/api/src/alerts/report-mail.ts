import { z } from 'zod';
import type { Core } from '../core.ts';
import { REPORTS } from '../documents/access.ts';
import type { DocumentRecord } from '../documents/model.ts';
import { documentModel } from '../documents/model.ts';
import { letter } from '../mail/letter.ts';
import { type Alerts, alertMemberSchema } from './service.ts';

const dataSchema = z.strictObject({ documentId: z.string(), member: alertMemberSchema });

/** Queues a mail about a new report for everybody who wants to hear of new ones. */
export function registerReportMail(core: Core, alerts: Alerts): (record: DocumentRecord) => Promise<void> {
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
  return async (record) => {
    if (record.visibility === undefined || !REPORTS.includes(record.visibility)) return;
    const documentId = String(record._id);
    for await (const { email, member } of alerts.wanting('new-report')) {
      await send(email, { documentId, member }, `new-report:${documentId}:${member.id}`);
    }
  };
}
