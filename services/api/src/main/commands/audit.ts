import { verifyAcknowledgements } from '../../content/documents/acknowledgements/service.ts';
import { AuditFault, type Checkpoint } from '../../platform/audit/seal.ts';
import { checkpointText } from '../../platform/audit/upkeep.ts';
import type { TrailReport } from '../../platform/audit/verify.ts';
import { type Command, readArguments, UsageError } from './command.ts';

const USAGE = 'npm run audit -- [--at NUMBER:SEAL]…';

function checkpointOf(text: string): Checkpoint {
  const [, seq, seal] = /^s(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || seal === undefined) throw new UsageError(`${text} is no NUMBER:SEAL. Usage: ${USAGE}`);
  return { seq: Number(seq), seal };
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

function sentence({ rows, seals, erased }: TrailReport): string {
  const all = `${counted(rows, 'row')} under ${counted(seals, 'seal')}`;
  return `The audit trail is whole: ${all}${erased > 0 ? `, ${erased} without the person who was erased from them` : ''}.`;
}

/** `audit [--at NUMBER:SEAL]…`: verifies the trail, also against checkpoints. */
export const auditCommand: Command = {
  usage: USAGE,
  purpose:
    'Tells whether the audit trail and the acknowledgements of documents are whole, and it still holds what was noted outside the database.',
  read(args) {
    const { positionals, values } = readArguments(args, USAGE, { at: { type: 'string', multiple: true } });
    if (positionals.length > 0) throw new UsageError(`${positionals.join(' ')} follows no --at. Usage: ${USAGE}`);
    const checkpoints = (values.at ?? []).map(checkpointOf);
    return async ({ core }) => {
      const report = await core.audit.verify(checkpoints);
      if (report.fault !== undefined) throw new AuditFault(`The audit trail is not whole: ${report.fault}.`);
      const signed = await verifyAcknowledgements(core.database.connection, core.audit.evidence);
      if (signed.fault !== undefined)
        throw new AuditFault(`The audit trail is whole, but not what it proves: ${signed.fault}.`);
      const now = await core.audit.checkpoint();
      if (now === undefined) return 'The audit trail is empty.';
      const confirmed = checkpoints.map(({ seq }) => ` It holds what was noted at seal ${seq}.`).join('');
      const proved = signed.acknowledgements;
      const besides = proved === 0 ? '' : ` So ${proved === 1 ? 'is' : 'are'} ${counted(proved, 'acknowledgement')}.`;
      return `${sentence(report)}${besides}${confirmed}\nKeep this outside the database: ${checkpointText(now)}`;
    };
  },
};
