import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { KnownBackups } from '../backup/last.ts';
import { inTime } from './in-time.ts';

/** How long the metrics wait for the database, in ms. */
const TIMEOUT_MS = 2000;

/** Adds what is known of backups to the metrics; what is not there, or without the database, has no value. */
export function showBackups(registry: Registry, { last, wantedSince }: KnownBackups, log: Pick<Logger, 'warn'>): void {
  const registers = [registry];
  const inMetrics = <Found>(reading: Promise<Found | undefined>) =>
    inTime(
      reading.catch((error: unknown) => {
        log.warn({ err: error }, 'what is known of backups could not be read for the metrics');
        return undefined;
      }),
      TIMEOUT_MS,
      undefined,
    );
  new Gauge({
    name: 'portal_backup_wanted_timestamp_seconds',
    help: 'When keep-backups first tried to take a backup, whether it succeeded or not',
    registers,
    async collect() {
      this.remove();
      const since = await inMetrics(wantedSince());
      if (since !== undefined) this.set(since.getTime() / 1000);
    },
  });
  new Gauge({
    name: 'portal_backup_bytes',
    help: 'How large the last backup is that was taken by keep-backups and verified',
    registers,
    async collect() {
      this.remove();
      const backup = await inMetrics(last());
      if (backup !== undefined) this.set(backup.bytes);
    },
  });
  new Gauge({
    name: 'portal_backup_timestamp_seconds',
    help: 'When the last backup began that was taken by keep-backups and verified',
    registers,
    async collect() {
      this.remove();
      const backup = await inMetrics(last());
      if (backup !== undefined) this.set(backup.begunAt.getTime() / 1000);
    },
  });
}
