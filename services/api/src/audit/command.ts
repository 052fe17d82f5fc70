import { parseArgs } from 'node:util';
import type { Core } from '../core.ts';
import type { Checkpoint, TrailReport } from './chain.ts';
import { AuditFault } from './fault.ts';
import { shownCheckpoint } from './upkeep.ts';

const USAGE = 'Usage: npm run audit -- [--at NUMBER:SEAL]…';

function checkpointsOf(args: readonly string[]): readonly Checkpoint[] {
  try {
    const { values } = parseArgs({ args: [...args], options: { at: { type: 'string', multiple: true } } });
    return (values.at ?? []).map((written) => {
      const [, seq, seal] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(written) ?? [];
      if (seq === undefined || seal === undefined) throw new Error(`${written} is no NUMBER:SEAL`);
      return { seq: Number(seq), seal };
    });
  } catch (error) {
    throw new AuditFault(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function sentence({ rows, unkeyed, erased }: TrailReport): string {
  const besides = [
    ...(unkeyed > 0 ? [`${unkeyed} of them from before it was sealed with a key`] : []),
    ...(erased > 0 ? [`${erased} without the person who was erased from them`] : []),
  ];
  return `The audit trail is whole: ${[`${rows} rows`, ...besides].join(', ')}.`;
}

/** `audit [--at NUMBER:SEAL]…`: whether the trail is whole, and still holds what was noted outside the database. */
export async function auditCommand({ core }: { readonly core: Core }, args: readonly string[]): Promise<string> {
  const checkpoints = checkpointsOf(args);
  const report = await core.audit.verify(checkpoints);
  if (report.fault !== undefined) throw new AuditFault(`The audit trail is not whole: ${report.fault}.`);
  const now = await core.audit.checkpoint();
  if (now === undefined) return 'The audit trail is empty.';
  const kept = checkpoints.map((checkpoint) => ` It holds what was noted at row ${checkpoint.seq}.`).join('');
  return `${sentence(report)}${kept}\nKeep this outside the database: ${shownCheckpoint(now)}`;
}
