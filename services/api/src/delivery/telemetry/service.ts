import {
  type FailureCause,
  type FailureReport,
  failurePhaseSchema,
  type ReleaseHealth,
  type TelemetryPhase,
  type TelemetryReport,
  type TelemetryRow,
} from '@cytocomm/contract';
import { widestNetwork } from '@cytocomm/runtime';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Core } from '../../platform/core.ts';
import type { Config } from '../../platform/settings/config.ts';
import { deriveKey, signatureOf } from '../../platform/settings/keys.ts';
import type { SourceMaps } from '../releases/source-maps.ts';
import { type Cause, causeIdOf, createCauses, withFrames } from './causes.ts';
import { type ClientReport, createClientReports } from './client-reports.ts';
import { createHealth, hourOf } from './health.ts';
import type { LockedReleases, ReleasesInUse } from './releases-in-use.ts';

/** The number of parts of pages that failed in browsers. */
interface FailureMetric {
  /** Counts a failure of a release that is in use. */
  count(remote: string, release: string, phase: TelemetryPhase): void;
  /** Counts other failures without labels: reports are untrusted, and labels must stay bounded. */
  countOther(failures?: number): void;
}

/** Creates the metric of a process. */
export function createFailureMetric(registry: Registry): FailureMetric {
  const failures = new Counter({
    name: 'remote_failures_total',
    help: 'Parts of pages that failed in a browser, as browsers report them; "other" is of no active or recent lock',
    labelNames: ['remote', 'release', 'phase'],
    registers: [registry],
  });
  return {
    count: (remote, release, phase) => failures.inc({ remote, release, phase }),
    countOther: (number = 1) => failures.inc({ remote: 'other', release: 'other', phase: 'other' }, number),
  };
}

/** Records single failures reported by browsers. */
export interface Telemetry {
  /** Logs and counts a failed part of a page. */
  failed(report: FailureReport): Promise<void>;
}

/** Creates the telemetry of a process. */
export function createTelemetry(log: Logger, metric: FailureMetric, releases: LockedReleases): Telemetry {
  return {
    failed: async ({ remote, release, component, phase, lock, reason }) => {
      log.warn({ remote, release, component, phase, lock, reason }, 'a part of a page failed in a browser');
      const parsed = failurePhaseSchema.safeParse(phase);
      if (parsed.success && (await releases.names(remote, release))) metric.count(remote, release, parsed.data);
      else metric.countOther();
    },
  };
}

/** The reporter: a network address, and the user of the session, if any. */
interface Reporter {
  readonly address: string;
  readonly userId: string | undefined;
}

/**
 * Creates the names of clients: a keyed hash of the day and the person, or of the network without a session. An IPv6 client is
 * named by its widest network, so that it counts once.
 */
function clientNames({ tokenSecrets }: Pick<Config, 'tokenSecrets'>): (reporter: Reporter, now: Date) => string {
  const key = deriveKey(tokenSecrets[0], 'telemetry');
  return ({ address, userId }, now) => {
    const whose = userId === undefined ? [widestNetwork(address)] : ['person', userId];
    return signatureOf(key, JSON.stringify([now.toISOString().slice(0, 10), ...whose]));
  };
}

/** Reports of browsers about parts of pages; each client counts once. */
export interface Reports {
  /** Counts a report. */
  add(report: TelemetryReport, reporter: Reporter): Promise<void>;
  /** Returns the health of recent releases, the latest first. */
  health(): Promise<readonly ReleaseHealth[]>;
  /** Returns recent causes of failures, the latest first. */
  causes(): Promise<readonly FailureCause[]>;
}

/** Dependencies of `createReports`. */
export interface ReportContext {
  readonly releasesInUse: () => Promise<ReleasesInUse>;
  readonly metric: FailureMetric;
  readonly maps: SourceMaps;
}

/** A row with the id of its client report. */
interface Vote {
  readonly id: string;
  readonly row: TelemetryRow;
}

function causesOf(rows: readonly TelemetryRow[]): ReadonlyMap<string, Cause> {
  const causes = rows.flatMap(({ remote, release, component, phase, reason = '', stack }) =>
    phase === undefined ? [] : [{ remote, release, component, phase, reason, ...(stack !== undefined && { stack }) }],
  );
  return new Map(causes.map((cause) => [causeIdOf(cause), cause]));
}

/** Creates the reports. */
export function createReports(core: Core, { releasesInUse, metric, maps }: ReportContext): Reports {
  const { database, limits, log, config } = core;
  const clientReports = createClientReports(database.connection);
  const health = createHealth(database.connection);
  const causes = createCauses(core);
  const nameOf = clientNames(config);

  /** Returns the rows of releases in use; failures of others are logged and counted separately. */
  function knownRows({ lock, rows }: TelemetryReport, inUse: ReleasesInUse): readonly TelemetryRow[] {
    const inUseRows = rows.filter(({ remote, release }) => inUse.names(remote, release));
    const strange = rows.filter((row) => row.kind === 'failure' && !inUseRows.includes(row));
    if (strange.length > 0) {
      metric.countOther(strange.length);
      log.warn({ lock, rows: strange.length, first: strange[0] }, 'failures of releases that are not in use');
    }
    return inUseRows;
  }

  /** Returns the causes that a client may report; new ones are limited, so that it cannot fill the list or the database. */
  async function allowedCauses(
    rows: readonly TelemetryRow[],
    client: string,
    isPerson: boolean,
  ): Promise<ReadonlyMap<string, Cause>> {
    const failures = rows.filter(({ kind }) => kind === 'failure');
    if (failures.length === 0 || !(await limits.count('failure-causes', client)).allowed) return new Map();
    const reported = causesOf(failures);
    if (isPerson) return reported;
    const existing = await causes.existingIds([...reported.keys()]);
    const allowed = new Map<string, Cause>();
    for (const [id, cause] of reported)
      if (existing.has(id) || (await limits.count('new-failure-causes', client)).allowed) allowed.set(id, cause);
    return allowed;
  }

  return {
    add: async (report, reporter) => {
      const now = database.now();
      const client = nameOf(reporter, now);
      const isPerson = reporter.userId !== undefined;
      const inUse = await releasesInUse();
      const rows = knownRows(report, inUse);
      // A canary starts new counts for both sides, in which every client counts again.
      const { canary } = inUse;
      const side = canary?.sideOf(report.lock);
      const period = [hourOf(now).toISOString(), canary?.startedAt.toISOString() ?? '', side ?? ''];
      const votes = new Map<string, Vote>();
      for (const row of rows) {
        const { remote, release, kind, phase } = row;
        const id = JSON.stringify([...period, remote, release, kind === 'failure' ? phase : kind, client]);
        if (!votes.has(id)) votes.set(id, { id, row });
      }
      const named = await allowedCauses(rows, client, isPerson);
      const causeReports = new Map(
        [...named].map(([id, cause]) => [`${now.toISOString().slice(0, 10)} ${id} ${client}`, cause]),
      );
      const fresh = await clientReports.add([
        ...[...votes.values()].map(
          ({ id, row: { remote, release, kind } }): ClientReport => ({
            ...{ _id: id, remote, release, kind, client, at: now },
            ...(side && { side }),
            ...(isPerson && { isPerson }),
          }),
        ),
        ...[...causeReports.keys()].map((id): ClientReport => ({ _id: id, client, at: now })),
      ]);
      const counted = [...votes.values()].filter(({ id }) => fresh.has(id)).map(({ row }) => row);
      for (const { kind, remote, release, component, phase, reason } of counted) {
        if (kind !== 'failure' || phase === undefined) continue;
        metric.count(remote, release, phase);
        log.warn(
          { remote, release, component, phase, lock: report.lock, reason },
          'a part of a page failed in a browser',
        );
      }
      await health.add(counted, now);
      await causes.add(
        [...causeReports].filter(([id]) => fresh.has(id)).map(([, cause]) => cause),
        now,
        isPerson,
      );
    },
    health: health.read,
    causes: async () => withFrames(await causes.newest(), { maps, log }),
  };
}
