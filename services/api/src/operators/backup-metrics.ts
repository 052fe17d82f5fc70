import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { LastBackup } from '../backup/last.ts';
import { inTime } from './in-time.ts';

/** How long the metrics wait for the database, in ms. */
const TIMEOUT_MS = 2000;

/**
 * Adds the last backup that `keep-backups` took and verified to the metrics; without one, or without the database, it has no
 * value.
 */
export function showBackups(
  registry: Registry,
  last: () => Promise<LastBackup | undefined>,
  log: Pick<Logger, 'warn'>,
): void {
  let reading: Promise<LastBackup | undefined> | undefined;
  /** Reads once at a time: both metrics are read at once. */
  const read = () => {
    reading ??= last()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the last backup could not be read for the metrics');
        return undefined;
      })
      .finally(() => {
        reading = undefined;
      });
    return inTime(reading, TIMEOUT_MS, undefined);
  };
  new Gauge({
    name: 'portal_backup_bytes',
    help: 'How large the last backup is that was taken by keep-backups and verified',
    registers: [registry],
    async collect() {
      this.remove();
      const backup = await read();
      if (backup !== undefined) this.set(backup.bytes);
    },
  });
  new Gauge({
    name: 'portal_backup_timestamp_seconds',
    help: 'When the last backup began that was taken by keep-backups and verified',
    registers: [registry],
    async collect() {
      this.remove();
      const backup = await read();
      if (backup !== undefined) this.set(backup.begunAt.getTime() / 1000);
    },
  });
}
