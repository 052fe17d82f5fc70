import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import {
  type Build,
  createProcessMetrics,
  fromTrustedProxy,
  openTraces,
  type ProcessMetrics,
  type Traces,
} from '@cytocomm/runtime';
import type { mongo } from 'mongoose';
import type { Logger } from 'pino';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { z } from 'zod';
import type { ProofRecord } from '../audit/upkeep.ts';
import { withTimeout } from '../database/clock.ts';
import { createWorkTrouble } from '../database/trouble.ts';
import { routeOf } from '../http/express-app.ts';
import type { Config } from '../settings/config.ts';
import { createCachedCheck, DATABASE_TIMEOUT_MS } from './readiness.ts';

/** The metrics and traces of a process. */
interface Observation {
  readonly metrics: ProcessMetrics;
  /** None without a collector. */
  readonly traces: Traces | undefined;
}

/** Opens the metrics of this process, and its traces where a collector is set. */
export async function openObservation(config: Config, build: Build, log: Logger): Promise<Observation> {
  const metrics = createProcessMetrics(build, routeOf);
  const traces = await openTraces(config.traces, {
    service: 'portal-api',
    version: build.version,
    routeOf,
    trusts: fromTrustedProxy(config.trustProxy),
    log,
    registry: metrics.registry,
  });
  return { metrics, traces };
}

/** The source of pool events, which the driver emits anyway, unlike those of commands. */
type PoolEvents = Pick<mongo.MongoClient, 'on'>;

interface Held {
  readonly address: string;
  readonly connectionId: number | '<monitor>';
}

/** Adds the calls that wait for a connection to the database, and how long each holds one, to the metrics. */
export function showPool(registry: Registry, client: PoolEvents): void {
  const registers = [registry];
  const heldSince = new Map<string, number>();
  const keyOf = ({ address, connectionId }: Held) => `${address} ${connectionId}`;
  let waiting = 0;
  // Of one that began before anybody listened the end alone is heard.
  const endWait = () => {
    waiting = Math.max(0, waiting - 1);
  };
  const duration = new Histogram({
    name: 'portal_database_call_seconds',
    help: 'How long a call to the database held its connection: the command and its way',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  client.on('connectionCheckOutStarted', () => {
    waiting += 1;
  });
  client.on('connectionCheckOutFailed', endWait);
  client.on('connectionCheckedOut', (event) => {
    endWait();
    heldSince.set(keyOf(event), performance.now());
  });
  client.on('connectionCheckedIn', (event) => {
    const key = keyOf(event);
    const since = heldSince.get(key);
    if (since === undefined) return;
    heldSince.delete(key);
    duration.observe((performance.now() - since) / 1000);
  });
  new Gauge({
    name: 'portal_database_calls_waiting',
    help: 'Calls that wait for one of the 100 connections of the process to its database',
    registers,
    collect() {
      this.set(waiting);
    },
  });
  new Gauge({
    name: 'portal_database_calls_under_way',
    help: 'Connections to the database that calls hold',
    registers,
    collect() {
      this.set(heldSince.size);
    },
  });
}

/** Returns what adds metrics that have a value only while it is known: `read` is asked at each look, and resolves to undefined for none. */
export function optionalGauges<Known>(registry: Registry, read: () => Promise<Known | undefined>) {
  return (name: string, help: string, valueIn: (known: Known) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.remove();
        const value = await read();
        if (value !== undefined) this.set(valueIn(value));
      },
    });
  };
}

/** Returns a reading for the metrics that is undefined when it fails, of which the log tells once. */
export function readForMetrics<Found>(
  what: string,
  read: () => Promise<Found | undefined>,
  log: Pick<Logger, 'warn' | 'info'>,
): () => Promise<Found | undefined> {
  const trouble = createWorkTrouble(log, `${what} could not be read for the metrics`);
  return async () => {
    try {
      const found = await read();
      trouble.works();
      return found;
    } catch (error) {
      trouble.failed(error);
      return undefined;
    }
  };
}

/** How long the metrics wait for the edge, in ms. */
const TIMEOUT_MS = 2000;
/** How long a certificate is cached, in ms. */
const FRESH_MS = 60_000;
/** When the next look is after one that found none, in ms. */
const AGAIN_MS = 600_000;

/** When a certificate is good. */
interface Validity {
  readonly begin: Date;
  readonly end: Date;
}

/** Returns when the certificate of an address is good. Throws when no server shows one there in time. */
async function lookAt({ hostname, port }: URL): Promise<Validity> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) === 0 ? host : undefined;
  // Only looked at, and nothing is sent: one that has ended is the one to tell of.
  const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const certificate = socket.getPeerX509Certificate();
    if (certificate === undefined) throw new Error('No certificate was shown.');
    return { begin: certificate.validFromDate, end: certificate.validToDate };
  } finally {
    socket.destroy();
  }
}

/** Adds the certificate of the portal's own address to the metrics; without TLS, or where it is not reached, there is no value. */
export function showCertificate(registry: Registry, publicUrl: string, log: Pick<Logger, 'warn' | 'info'>): void {
  const url = new URL(publicUrl);
  if (url.protocol !== 'https:') return;
  const read = readForMetrics('the certificate of PUBLIC_URL', () => lookAt(url), log);
  const validity = createCachedCheck(read, (found) => (found === undefined ? AGAIN_MS : FRESH_MS));
  const show = optionalGauges(registry, validity);
  show(
    'portal_certificate_begin_timestamp_seconds',
    'When the certificate of PUBLIC_URL begins',
    ({ begin }) => begin.getTime() / 1000,
  );
  show(
    'portal_certificate_end_timestamp_seconds',
    'When the certificate of PUBLIC_URL ends',
    ({ end }) => end.getTime() / 1000,
  );
}

/** How long an answer is cached: MongoDB looks at all of its files for one, which takes seconds where they are many. */
const DISK_FRESH_MS = 60_000;

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
  const disk = createCachedCheck(read, () => DISK_FRESH_MS);
  const show = optionalGauges(registry, () => withTimeout(disk(), DATABASE_TIMEOUT_MS, undefined));
  show('portal_database_disk_bytes', 'How large the disk is that the database writes to', (found) => found.fsTotalSize);
  show('portal_database_disk_used_bytes', 'How much of that disk is used in all', (found) => found.fsUsedSize);
}

/** Adds the last proof of the audit trail to the metrics; without one, or without the database, there is no value. */
export function showProof(
  registry: Registry,
  last: () => Promise<ProofRecord | undefined>,
  log: Pick<Logger, 'warn' | 'info'>,
): void {
  const read = readForMetrics('the last proof of the audit trail', last, log);
  const show = optionalGauges(registry, () => withTimeout(read(), DATABASE_TIMEOUT_MS, undefined));
  show(
    'portal_audit_verified_timestamp_seconds',
    'When the last proof started that found the audit trail whole; 0 when there is none',
    ({ provedAt }) => (provedAt?.getTime() ?? 0) / 1000,
  );
  show('portal_audit_altered', '1 when the last proof found the audit trail altered', ({ fault }) =>
    fault === undefined ? 0 : 1,
  );
}
