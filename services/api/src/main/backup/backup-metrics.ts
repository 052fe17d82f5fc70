import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { inTime } from '../../platform/database/clock.ts';
import { knownGauges, readForMetrics } from '../../platform/operators/metrics.ts';
import type { KnownBackups } from './last.ts';

/** How long the metrics wait for the database, in ms. */
const TIMEOUT_MS = 2000;

/** Adds what is known of backups to the metrics; what is not there, or without the database, has no value. */
export function showBackups(
  registry: Registry,
  { last, wantedSince }: KnownBackups,
  log: Pick<Logger, 'warn' | 'info'>,
): void {
  const inMetrics = <Found>(reading: () => Promise<Found | undefined>) => {
    const read = readForMetrics('what is known of backups', reading, log);
    return knownGauges(registry, () => inTime(read(), TIMEOUT_MS, undefined));
  };
  const showWanted = inMetrics(wantedSince);
  const showLast = inMetrics(last);
  showWanted(
    'portal_backup_wanted_timestamp_seconds',
    'When keep-backups first tried to take a backup, whether it succeeded or not',
    (since) => since.getTime() / 1000,
  );
  showLast(
    'portal_backup_bytes',
    'How large the last backup is that was taken by keep-backups and verified',
    ({ bytes }) => bytes,
  );
  showLast(
    'portal_backup_timestamp_seconds',
    'When the last backup began that was taken by keep-backups and verified',
    ({ begunAt }) => begunAt.getTime() / 1000,
  );
}
