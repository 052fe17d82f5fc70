import type { mongo } from 'mongoose';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { inTime } from '../database/in-time.ts';
import { knownGauges } from './known-gauges.ts';
import { readForMetrics } from './read-for-metrics.ts';
import { remembered } from './remembered.ts';

/** How long the metrics wait for the database, in ms. */
const TIMEOUT_MS = 2000;
/** How long an answer is cached: MongoDB looks at all of its files for one, which takes seconds where they are many. */
const FRESH_MS = 60_000;

const diskSchema = z.object({ fsUsedSize: z.number().nonnegative(), fsTotalSize: z.number().positive() });

/** Adds the disk of the database to the metrics; without the database, or where it does not tell, there is no value. */
export function showDisk(
  registry: Registry,
  database: Promise<Pick<mongo.Db, 'command'>>,
  log: Pick<Logger, 'warn' | 'info'>,
): void {
  // Routers of a cluster and some hosted databases leave the disk out.
  const ask = async () => diskSchema.safeParse(await (await database).command({ dbStats: 1 })).data;
  const read = readForMetrics('the disk of the database', ask, log);
  const disk = remembered(read, () => FRESH_MS);
  const show = knownGauges(registry, () => inTime(disk(), TIMEOUT_MS, undefined));
  show('portal_database_disk_bytes', 'How large the disk is that the database writes to', (found) => found.fsTotalSize);
  show('portal_database_disk_used_bytes', 'How much of that disk is used, by whatever', (found) => found.fsUsedSize);
}
