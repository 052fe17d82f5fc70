import type { FailureCause, ReleaseHealth, TelemetryReport, TelemetryRow } from '@cytocomm/contract';
import { widestNetwork } from '@cytocomm/runtime';
import type { Core } from '../../platform/core.ts';
import type { Config } from '../../platform/settings/config.ts';
import { deriveKey, signatureOf } from '../../platform/settings/keys.ts';
import type { SourceMaps } from '../releases/source-maps.ts';
import { type Cause, causeIdOf, createCauses, withFrames } from './causes.ts';
import { type ClientReport, createClientReports } from './client-reports.ts';
import { createHealth, hourOf } from './health.ts';
import type { ReleasesInUse } from './releases-in-use.ts';
import type { FailureMetric } from './service.ts';

/** Who reports: a network address, and whose session it is; undefined for nobody's. */
interface Reporter {
  readonly address: string;
  readonly userId: string | undefined;
}

/**
 * Returns what names a client by the day and the person, or the address of who is not signed in: a keyed hash, from which neither
 * can be read. A client with IPv6 is the widest network that one connection gets, so that nobody counts many times.
 */
function clientNames({ tokenSecrets }: Pick<Config, 'tokenSecrets'>): (reporter: Reporter, now: Date) => string {
  const key = deriveKey(tokenSecrets[0], 'telemetry');
  return ({ address, userId }, now) => {
    const whose = userId === undefined ? [widestNetwork(address)] : ['person', userId];
    return signatureOf(key, JSON.stringify([now.toISOString().slice(0, 10), ...whose]));
  };
}

/** What browsers report of the parts of pages, each client counted once. */
export interface Reports {
  /** Counts a report. */
  add(report: TelemetryReport, reporter: Reporter): Promise<void>;
  /** Returns the health of the releases of the last days, those reported last first. */
  health(): Promise<readonly ReleaseHealth[]>;
  /** Returns the causes of failures of the last days, those reported last first. */
  causes(): Promise<readonly FailureCause[]>;
}

/** What reports are judged by. */
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

/** Creates the reports of a database. */
export function createReports(core: Core, { releasesInUse, metric, maps }: ReportContext): Reports {
  const { database, limits, log, config } = core;
  const clientReports = createClientReports(database.connection);
  const health = createHealth(database.connection);
  const causes = createCauses(database.connection);
  const nameOf = clientNames(config);

  /** Returns the rows of releases that pages run; the others are logged and counted apart. */
  function knownRows({ lock, rows }: TelemetryReport, inUse: ReleasesInUse): readonly TelemetryRow[] {
    const known = rows.filter(({ remote, release }) => inUse.names(remote, release));
    const strange = rows.filter((row) => row.kind === 'failure' && !known.includes(row));
    if (strange.length > 0) {
      metric.countOther(strange.length);
      log.warn({ lock, rows: strange.length, first: strange[0] }, 'failures of releases that are not in use');
    }
    return known;
  }

  /** Returns the causes that a client may report: by ever new reasons it must neither fill the list nor the database. */
  async function allowedCauses(
    rows: readonly TelemetryRow[],
    client: string,
    isPerson: boolean,
  ): Promise<ReadonlyMap<string, Cause>> {
    const failures = rows.filter(({ kind }) => kind === 'failure');
    if (failures.length === 0 || !(await limits.count('failure-causes', client)).allowed) return new Map();
    const reported = causesOf(failures);
    if (isPerson) return reported;
    const known = await causes.known([...reported.keys()]);
    const allowed = new Map<string, Cause>();
    for (const [id, cause] of reported)
      if (known.has(id) || (await limits.count('new-failure-causes', client)).allowed) allowed.set(id, cause);
    return allowed;
  }

  return {
    add: async (report, reporter) => {
      const now = database.now();
      const client = nameOf(reporter, now);
      const isPerson = reporter.userId !== undefined;
      const inUse = await releasesInUse();
      const rows = knownRows(report, inUse);
      // A canary begins a count of its own: everybody who is there is heard again, for both sides.
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
      const causeVoices = new Map(
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
        ...[...causeVoices.keys()].map((id): ClientReport => ({ _id: id, client, at: now })),
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
        [...causeVoices].filter(([id]) => fresh.has(id)).map(([, cause]) => cause),
        now,
        isPerson,
      );
    },
    health: health.read,
    causes: async () => withFrames(await causes.newest(), { maps, log }),
  };
}
