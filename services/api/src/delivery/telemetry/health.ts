import type { ReleaseHealth, TelemetryPhase, TelemetryRow } from '@cytocomm/contract';
import { type Connection, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';
import { type Increase, increaseAll } from './client-reports.ts';

/** The ratio of one bucket to the next; percentiles are within a tenth. */
const RATIO = 1.2;

/** Loads by the name of their bucket. */
type LoadTimes = Readonly<Record<string, number>>;

/** Returns the name of the bucket of a load time in ms. */
function bucketOf(ms: number): string {
  return `b${Math.round(Math.log(Math.max(1, ms)) / Math.log(RATIO))}`;
}

/** Adds up load times. */
function addLoadTimes(all: readonly LoadTimes[]): LoadTimes {
  const sum: Record<string, number> = {};
  for (const [bucket, loads] of all.flatMap((times) => Object.entries(times))) sum[bucket] = (sum[bucket] ?? 0) + loads;
  return sum;
}

/** Returns the load time in ms that a share of loads did not exceed; null without loads. */
function percentile(times: LoadTimes, share: number): number | null {
  const buckets = Object.entries(times)
    .map(([bucket, loads]) => ({ power: Number(bucket.slice(1)), loads }))
    .sort((a, b) => a.power - b.power);
  let remaining = share * buckets.reduce((sum, { loads }) => sum + loads, 0);
  for (const { power, loads } of buckets) {
    remaining -= loads;
    if (remaining <= 0) return Math.round(RATIO ** power);
  }
  return null;
}

const HOUR_MS = 3600 * 1000;
/** Retention of an hour, in days. */
const HOUR_KEEP_DAYS = 7;
/** Maximum read hours. */
const MAX_HOURS = 10_000;

/** The counters of a release in an hour. */
interface HourRecord {
  /** Hour, remote and release. */
  readonly _id: string;
  readonly remote: string;
  readonly release: string;
  readonly hour: Date;
  readonly loads?: number;
  readonly slow?: number;
  readonly failures?: Readonly<Partial<Record<TelemetryPhase, number>>>;
  readonly times?: LoadTimes;
}

const schema = new Schema<HourRecord>(
  {
    _id: String,
    remote: { type: String, required: true },
    release: { type: String, required: true },
    hour: { type: Date, required: true },
    loads: Number,
    slow: Number,
    failures: Schema.Types.Mixed,
    times: Schema.Types.Mixed,
  },
  recordOptions('telemetry_hours'),
);
schema.index({ hour: 1 }, { expireAfterSeconds: HOUR_KEEP_DAYS * 24 * 3600 });

/** The counted fields of a report. */
type Counted = Pick<TelemetryRow, 'kind' | 'remote' | 'release' | 'phase' | 'ms'>;

/** Counters of releases by hour. */
export interface Health {
  add(counted: readonly Counted[], now: Date): Promise<void>;
  /** Returns the health of releases in the last seven days, the latest first. */
  read(): Promise<readonly ReleaseHealth[]>;
}

/** Returns the start of the hour. */
export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}

function fieldsOf({ kind, phase, ms }: Counted): readonly string[] {
  if (kind === 'slow') return ['slow'];
  if (kind === 'failure') return [`failures.${phase}`];
  return ms === undefined ? ['loads'] : ['loads', `times.${bucketOf(ms)}`];
}

function healthOf(hours: readonly [HourRecord, ...HourRecord[]]): ReleaseHealth {
  const [{ remote, release }] = hours;
  const failures = { entry: 0, component: 0, render: 0 };
  for (const each of hours) {
    failures.entry += each.failures?.entry ?? 0;
    failures.component += each.failures?.component ?? 0;
    failures.render += each.failures?.render ?? 0;
  }
  const times = addLoadTimes(hours.map((each) => each.times ?? {}));
  return {
    remote,
    release,
    loads: hours.reduce((sum, { loads = 0 }) => sum + loads, 0),
    slow: hours.reduce((sum, { slow = 0 }) => sum + slow, 0),
    failures,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    since: new Date(Math.min(...hours.map(({ hour }) => hour.getTime()))).toISOString(),
  };
}

/** Creates the counters. */
export function createHealth(connection: Connection): Health {
  const { name } = connection.model<HourRecord>('TelemetryHour', schema).collection;
  const collection = connection.collection<HourRecord>(name);
  return {
    add: async (counted, now) => {
      const hour = hourOf(now);
      const increases = new Map<string, Increase>();
      for (const each of counted) {
        const { remote, release } = each;
        const _id = JSON.stringify([hour.toISOString(), remote, release]);
        const by = { ...increases.get(_id)?.by };
        for (const field of fieldsOf(each)) by[field] = (by[field] ?? 0) + 1;
        increases.set(_id, { _id, by, first: { remote, release, hour } });
      }
      await increaseAll(connection, name, [...increases.values()]);
    },
    read: async () => {
      const byRelease = new Map<string, [HourRecord, ...HourRecord[]]>();
      for (const each of await collection.find().sort({ hour: -1 }).limit(MAX_HOURS).toArray()) {
        const key = JSON.stringify([each.remote, each.release]);
        const hours = byRelease.get(key);
        if (hours === undefined) byRelease.set(key, [each]);
        else hours.push(each);
      }
      return [...byRelease.values()].map(healthOf);
    },
  };
}
