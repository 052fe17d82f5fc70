import { createHash } from 'node:crypto';
import { type FailureCause, type FailureFrame, MAX_WAITING_COUNTED, type TelemetryPhase } from '@cytocomm/contract';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Logger } from 'pino';
import { SYSTEM } from '../../platform/audit/actor.ts';
import type { Core } from '../../platform/core.ts';
import { recordOptions } from '../../platform/database/record.ts';
import type { NotificationSource } from '../../platform/notifications/source.ts';
import type { SourceMaps } from '../releases/source-maps.ts';
import { increaseAll } from './client-reports.ts';
import type { LockedReleases } from './releases-in-use.ts';

/** Notifications of developers about confirmed causes of failures; those of releases in use are waiting. */
export function failureNotifications(causes: Pick<Causes, 'confirmed'>, releases: LockedReleases): NotificationSource {
  return {
    since: async ({ roles }, from, limit) => {
      if (!roles.includes('developer')) return [];
      return (await causes.confirmed())
        .filter(({ at }) => at >= from)
        .slice(0, limit)
        .map(({ id, at, component, remote }) => ({
          kind: 'failure' as const,
          happening: 'failed' as const,
          subject: id,
          title: `${component} of ${remote}`,
          at,
        }));
    },
    waiting: async ({ roles }) => {
      const all = roles.includes('developer') ? await causes.confirmed() : [];
      const open = await Promise.all(all.map(({ remote, release }) => releases.names(remote, release)));
      return { kind: 'failure', count: Math.min(open.filter((isOpen) => isOpen).length, MAX_WAITING_COUNTED) };
    },
  };
}

/** Maximum frames per stack. */
const MAX_FRAMES = 20;
/** Maximum length of a line; URLs of release files are shorter. */
const MAX_LINE = 400;

/** A frame of a stack, as written by the browser. */
interface StackFrame {
  /** Only for named functions. */
  readonly function?: string;
  /** The path of the script without origin. */
  readonly path: string;
  /** From 1, as the column. */
  readonly line: number;
  readonly column: number;
}

/** `at name (address:line:column)` of Chromium, with or without a name. */
const CHROMIUM = /^\s*at (?:(?:async |new )?([^(\s][^(]{0,100}?) \()?([^\s()]+):(\d{1,7}):(\d{1,7})\)?$/;
/** `name@address:line:column` of Firefox and Safari. */
const OTHERS = /^([^@]{0,100})@([^\s@]+):(\d{1,7}):(\d{1,7})$/;

function frameOf(line: string): StackFrame | undefined {
  const found = CHROMIUM.exec(line) ?? OTHERS.exec(line);
  const [, name = '', address = '', atLine, atColumn] = found ?? [];
  if (!URL.canParse(address)) return undefined;
  const { pathname: path, protocol } = new URL(address);
  if (!/^https?:$/.test(protocol)) return undefined;
  const place = { path, line: Number(atLine), column: Number(atColumn) };
  return name.trim() === '' ? place : { function: name.trim(), ...place };
}

/** Returns the frames of a stack, the innermost first, without lines that are no frames. */
export function framesOf(stack: string): readonly StackFrame[] {
  const lines = stack.split('\n').filter((line) => line.length <= MAX_LINE);
  return lines.flatMap((line) => frameOf(line) ?? []).slice(0, MAX_FRAMES);
}

/** Time for the maps of a list, in ms; further frames stay unmapped. */
const MAP_TIMEOUT_MS = 3000;
/** Maximum length of a path. */
const MAX_FILE = 300;

/** A cause with the stack of its first report. */
export interface CauseWithStack extends Omit<FailureCause, 'frames'> {
  readonly stack?: string;
}

/** Dependencies of `withFrames`. */
export interface FrameSources {
  readonly maps: SourceMaps;
  readonly log: Logger;
  /** Monotonic clock in ms; by default that of the process. */
  readonly now?: () => number;
}

/** Returns causes with the frames of their stacks, mapped to sources if possible; after an unreadable map the rest stays unmapped. */
export async function withFrames(
  causes: readonly CauseWithStack[],
  { maps, log, now = performance.now.bind(performance) }: FrameSources,
): Promise<readonly FailureCause[]> {
  let until = now() + MAP_TIMEOUT_MS;

  /** Stacks are untrusted: only scripts of the blamed release are looked up. */
  async function mapped(frame: StackFrame, { remote, release }: CauseWithStack): Promise<FailureFrame> {
    const { path, ...place } = frame;
    const folder = `/releases/${remote}/${release}/`;
    const at = path.indexOf(folder);
    const script = at < 0 ? '' : path.slice(at + folder.length);
    const unmapped = { ...place, file: path.slice(0, MAX_FILE) };
    if (!/^[\w./-]+\.js$/.test(script) || now() > until) return unmapped;
    try {
      return (await maps.placeOf(remote, release, script, frame.line, frame.column)) ?? unmapped;
    } catch (error) {
      log.warn({ err: error, remote, release, script }, 'a source map could not be read');
      // Further maps would wait for the same database.
      until = Number.NEGATIVE_INFINITY;
      return unmapped;
    }
  }

  const listed: FailureCause[] = [];
  for (const cause of causes) {
    const { stack, ...rest } = cause;
    const frames: FailureFrame[] = [];
    for (const frame of framesOf(stack ?? '')) frames.push(await mapped(frame, cause));
    listed.push({ ...rest, frames });
  }
  return listed;
}

/** Retention of a cause after its last report, in days. */
const CAUSE_KEEP_DAYS = 7;
/** Maximum causes per release; those of the fewest clients go first. */
const MAX_CAUSES_PER_RELEASE = 100;
/** Maximum causes in a list. */
const MAX_CAUSES = 200;

/** A cause of failures. */
interface CauseRecord {
  /** The hash of its identifying fields. */
  readonly _id: string;
  readonly remote: string;
  readonly release: string;
  readonly component: string;
  readonly phase: TelemetryPhase;
  readonly reason: string;
  /** As written by the browser of the first report. */
  readonly stack?: string;
  readonly clients: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** When a signed-in person or a second network reported it; a single network may have invented it. */
  readonly confirmedAt?: Date;
}

const schema = new Schema<CauseRecord>(
  {
    _id: String,
    remote: { type: String, required: true },
    release: { type: String, required: true },
    component: { type: String, required: true },
    phase: { type: String, required: true },
    reason: String,
    stack: String,
    clients: Number,
    firstAt: { type: Date, required: true },
    lastAt: { type: Date, required: true },
    confirmedAt: Date,
  },
  recordOptions('telemetry_causes'),
);
schema.index({ remote: 1, release: 1, clients: -1, lastAt: -1 });
schema.index({ clients: -1, lastAt: -1 });
schema.index({ lastAt: 1 }, { expireAfterSeconds: CAUSE_KEEP_DAYS * 24 * 3600 });

/** Returns the model of causes. */
export function causeModel(connection: Connection): Model<CauseRecord> {
  return connection.model<CauseRecord>('TelemetryCause', schema);
}

/** The identifying fields of a cause, and its stack. */
export type Cause = Pick<CauseRecord, 'remote' | 'release' | 'component' | 'phase' | 'reason' | 'stack'>;

/** A cause reported by several networks or a signed-in person. */
interface ConfirmedCause extends Pick<CauseRecord, 'remote' | 'release' | 'component'> {
  readonly id: string;
  readonly at: Date;
}

/** The causes of failures. */
interface Causes {
  /** Counts a client for each cause; a signed-in person confirms them. */
  add(causes: readonly Cause[], now: Date, isPerson: boolean): Promise<void>;
  /** Returns which of these ids exist. */
  existingIds(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the causes of the most clients, the latest first. */
  newest(): Promise<readonly CauseWithStack[]>;
  /** Returns the confirmed causes, the latest first. */
  confirmed(): Promise<readonly ConfirmedCause[]>;
}

/** Returns the id of a cause. */
export function causeIdOf({ remote, release, component, phase, reason }: Cause): string {
  return createHash('sha256')
    .update(JSON.stringify([remote, release, component, phase, reason]))
    .digest('base64url');
}

/** Creates the causes. */
export function createCauses({ change, database: { connection } }: Pick<Core, 'change' | 'database'>): Causes {
  const { name } = causeModel(connection).collection;
  const collection = connection.collection<CauseRecord>(name);

  async function forgetRarest(remote: string, release: string): Promise<void> {
    const rarest = await collection
      .find({ remote, release }, { projection: { _id: 1 } })
      .sort({ clients: -1, lastAt: -1 })
      .skip(MAX_CAUSES_PER_RELEASE)
      .toArray();
    if (rarest.length > 0) await collection.deleteMany({ _id: { $in: rarest.map(({ _id }) => _id) } });
  }

  return {
    existingIds: async (ids) => {
      const found = await collection.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
      return new Set(found.map(({ _id }) => _id));
    },
    add: async (causes, now, isPerson) => {
      const byId = new Map(causes.map((cause) => [causeIdOf(cause), cause]));
      const newIds = await increaseAll(
        connection,
        name,
        [...byId].map(([_id, { remote, release, component, phase, reason, stack }]) => ({
          _id,
          by: { clients: 1 },
          first: { remote, release, component, phase, reason, ...(stack !== undefined && { stack }), firstAt: now },
          set: { lastAt: now },
        })),
      );
      const due = {
        _id: { $in: [...byId.keys()] },
        confirmedAt: { $exists: false },
        ...(isPerson ? {} : { clients: { $gte: 2 } }),
      };
      // A cause is confirmed, and announced, once; most reports only count.
      if (byId.size > 0 && (await collection.findOne(due, { projection: { _id: 1 } })) !== null)
        await change(SYSTEM, async ({ announce, session }) => {
          const { modifiedCount } = await collection.updateMany(due, { $set: { confirmedAt: now } }, { session });
          if (modifiedCount > 0) announce({ collection: 'telemetry_causes', type: 'added', id: null }, 'developer');
        });
      const grown = new Map(
        newIds.flatMap((id) => byId.get(id) ?? []).map((cause) => [`${cause.remote} ${cause.release}`, cause]),
      );
      for (const { remote, release } of grown.values()) await forgetRarest(remote, release);
    },
    newest: async () =>
      // By clients first, so that a single client cannot push others out with new causes.
      (await collection.find().sort({ clients: -1, lastAt: -1 }).limit(MAX_CAUSES).toArray())
        .toSorted((one, other) => other.lastAt.getTime() - one.lastAt.getTime())
        .map(({ _id, firstAt, lastAt, confirmedAt: _, ...cause }) => ({
          ...cause,
          firstAt: firstAt.toISOString(),
          lastAt: lastAt.toISOString(),
        })),
    confirmed: async () => {
      const rows = await collection
        // An interrupted confirmation leaves no time.
        .find({ $or: [{ confirmedAt: { $exists: true } }, { clients: { $gte: 2 } }] })
        .sort({ clients: -1, lastAt: -1 })
        .limit(MAX_CAUSES)
        .toArray();
      return rows
        .map(({ _id, remote, release, component, confirmedAt, firstAt }) => ({
          ...{ id: String(_id), remote, release, component },
          at: confirmedAt ?? firstAt,
        }))
        .toSorted((one, other) => other.at.getTime() - one.at.getTime());
    },
  };
}
