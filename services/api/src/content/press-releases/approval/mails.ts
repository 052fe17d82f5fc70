import { createHash } from 'node:crypto';
import { pageFor } from '@cytocomm/contract';
import { z } from 'zod';
import { type RepeatedJob, repeatedJob } from '../../../platform/background/repeated-job.ts';
import type { Core } from '../../../platform/core.ts';
import { letter } from '../../../platform/mail/letter.ts';
import { type PressReleaseRecord, pressReleaseModel } from '../model.ts';
import { plannedWords } from '../plan.ts';
import type { ApprovalRecord } from './record.ts';
import type { ApprovalRule } from './rule.ts';

const dataSchema = z.strictObject({ releaseId: z.string(), round: z.string() });
/** How often it looks when nothing asks it to, in ms: another process may have ended before it queued them. */
const INTERVAL_MS = 5000;
/** How many questions and answers one run takes. */
const MOST = 100;

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

/** Returns the job that queues the mails of questions for approval and of their answers: each once, also after a crash. */
export function approvalMailer(core: Core, rule: ApprovalRule): RepeatedJob {
  const model = pressReleaseModel(core.database.connection);

  const send = core.outbox.register({
    name: 'release-approval',
    data: dataSchema,
    compose: async ({ to, data }) => {
      const record = await model.findById(data.releaseId).lean();
      const approval = record?.approval;
      // Answered, asked once more, or changed meanwhile; or nobody's business any more.
      if (!record || approval?.round !== data.round || approval.state === 'outdated') return undefined;
      if (!(await rule.isAdmin(to))) return undefined;
      const { title, publishAt, timeZone } = { ...record, ...record.pending };
      const planned = plannedWords({ publishAt, timeZone });
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

  async function readersOf(record: PressReleaseRecord, { state, askedBy, tell = [] }: ApprovalRecord) {
    return state === 'asked' ? (await rule.approversOf(record)).filter((email) => email !== askedBy) : tell;
  }

  async function queue(record: PressReleaseRecord): Promise<void> {
    const { _id, approval } = record;
    if (approval === undefined) return;
    const { round } = approval;
    if (approval.state !== 'outdated')
      for (const email of await readersOf(record, approval)) {
        const person = createHash('sha256').update(email).digest('hex').slice(0, 32);
        await send(email, { releaseId: String(_id), round }, `release-approval:${round}:${person}`);
      }
    await model.updateOne({ _id, 'approval.round': round }, { $set: { 'approval.mail': 'queued' } });
  }

  return repeatedJob(
    {
      name: 'mail questions for approval',
      everyMs: INTERVAL_MS,
      run: async () => {
        if (!rule.isNeeded) return undefined;
        const found = await model.find({ 'approval.mail': 'wanted' }).limit(MOST).lean();
        for (const record of found) await queue(record);
        return found.length === MOST ? 0 : undefined;
      },
    },
    core.log,
  );
}
