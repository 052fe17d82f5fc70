import { createHash } from 'node:crypto';
import type { AuditRecord } from './model.ts';

/** The hash before the first row. */
export const GENESIS = '0'.repeat(64);

/** A row before its hash is known. */
export type Unsealed = Omit<AuditRecord, 'hash'>;

/** The hash of a row over everything it says, the hash of the row before included. */
export function sealOf(row: Unsealed): string {
  const detail = Object.entries(row.detail).sort(([a], [b]) => (a < b ? -1 : 1));
  const said = [
    row._id,
    row.at.toISOString(),
    row.action,
    row.actor,
    row.subject,
    row.from,
    row.userAgent,
    detail,
    row.previousHash,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** Where a chain is broken first: the number of the row, or undefined when it is whole. */
export async function firstBreak(rows: AsyncIterable<AuditRecord>): Promise<number | undefined> {
  let expected = 1;
  let previousHash = GENESIS;
  for await (const row of rows) {
    if (row._id !== expected || row.previousHash !== previousHash || row.hash !== sealOf(row)) return expected;
    expected += 1;
    previousHash = row.hash;
  }
  return undefined;
}
