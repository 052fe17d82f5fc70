import { type Command, readArguments, UsageError } from '../commands/command.ts';
import type { Checkpoint, TrailReport } from './chain.ts';
import { AuditFault } from './fault.ts';
import { checkpointText } from './upkeep.ts';

const USAGE = 'npm run audit -- [--at NUMBER:SEAL]…';

function checkpointOf(text: string): Checkpoint {
  const [, seq, seal] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || seal === undefined) throw new UsageError(`${text} is no NUMBER:SEAL. Usage: ${USAGE}`);
  return { seq: Number(seq), seal };
}

function sentence({ rows, unkeyed, erased }: TrailReport): string {
  const besides = [
    ...(unkeyed > 0 ? [`${unkeyed} of them from before it was sealed with a key`] : []),
    ...(erased > 0 ? [`${erased} without the person who was erased from them`] : []),
  ];
  return `The audit trail is whole: ${[`${rows} rows`, ...besides].join(', ')}.`;
}

/** `audit [--at NUMBER:SEAL]…`: verifies the trail, also against checkpoints. */
export const auditCommand: Command = {
  usage: USAGE,
  purpose: 'Tells whether the audit trail is whole, and still holds what was noted outside the database.',
  read(args) {
    const { positionals, values } = readArguments(args, USAGE, { at: { type: 'string', multiple: true } });
    if (positionals.length > 0) throw new UsageError(`${positionals.join(' ')} follows no --at. Usage: ${USAGE}`);
    const checkpoints = (values.at ?? []).map(checkpointOf);
    return async ({ core }) => {
      const report = await core.audit.verify(checkpoints);
      if (report.fault !== undefined) throw new AuditFault(`The audit trail is not whole: ${report.fault}.`);
      const now = await core.audit.checkpoint();
      if (now === undefined) return 'The audit trail is empty.';
      const confirmed = checkpoints.map((checkpoint) => ` It holds what was noted at row ${checkpoint.seq}.`).join('');
      return `${sentence(report)}${confirmed}\nKeep this outside the database: ${checkpointText(now)}`;
    };
  },
};
