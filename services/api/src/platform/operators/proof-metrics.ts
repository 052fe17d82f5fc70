import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ProofRecord } from '../audit/proof.ts';
import { inTime } from '../database/in-time.ts';
import { knownGauges } from './known-gauges.ts';
import { readForMetrics } from './read-for-metrics.ts';

/** How long the metrics wait for the database, in ms. */
const TIMEOUT_MS = 2000;

/** Adds the last proof of the audit trail to the metrics; without one, or without the database, there is no value. */
export function showProof(
  registry: Registry,
  last: () => Promise<ProofRecord | undefined>,
  log: Pick<Logger, 'warn' | 'info'>,
): void {
  const read = readForMetrics('the last proof of the audit trail', last, log);
  const show = knownGauges(registry, () => inTime(read(), TIMEOUT_MS, undefined));
  show(
    'portal_audit_verified_timestamp_seconds',
    'When the last proof started that found the audit trail whole; 0 when there is none',
    ({ provedAt }) => (provedAt?.getTime() ?? 0) / 1000,
  );
  show('portal_audit_altered', '1 when the last proof found the audit trail altered', ({ fault }) =>
    fault === undefined ? 0 : 1,
  );
}
