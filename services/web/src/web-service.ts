import { join } from 'node:path';
import {
  createProcessMetrics,
  fromTrustedProxy,
  openTraces,
  readBuild,
  refuseForeignHosts,
  type Service,
  showClock,
} from '@cytocomm/runtime';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { createWebApp } from './app.ts';
import type { WebConfig } from './config.ts';
import { type LockFolder, LockUnusable } from './lock-source.ts';
import type { RunningReplica } from './replica/index.ts';
import { countCopies, countUnrendered, routeLabel } from './web-metrics.ts';

/** What the service uses. */
export interface WebServiceParts {
  readonly config: WebConfig;
  readonly locks: LockFolder;
  readonly log: Logger;
  /** What brings the folders to the state of the database; none without one. */
  readonly replica?: RunningReplica | undefined;
}

/** The reply to `GET /readyz`. */
interface WebReadiness {
  /** Only `ready` is 200. */
  readonly status: 'ready' | 'draining' | 'not-ready';
  readonly version: string;
  readonly commit: string;
  /** The id of the active lock; null for none. */
  readonly lock: string | null;
  /** Warnings. */
  readonly warnings: readonly string[];
}

/** What runs. */
export const WEB_BUILD = readBuild('web', join(import.meta.dirname, '..'));

/** Creates the service: the pages, and the operators' calls. */
export async function createWebService({
  config,
  locks,
  log,
  replica,
}: WebServiceParts): Promise<Service & { readonly operatorApp: Express }> {
  const metrics = createProcessMetrics(WEB_BUILD, routeLabel, ['GET', 'HEAD']);
  const traces = await openTraces(config, {
    service: 'portal-web',
    version: WEB_BUILD.version,
    routeOf: routeLabel,
    trusts: fromTrustedProxy(config.TRUST_PROXY),
    log,
    registry: metrics.registry,
  });
  const registers = [metrics.registry];
  let isDraining = false;

  async function activeLockId(): Promise<string | null> {
    try {
      return (await locks.current()).id;
    } catch (error) {
      if (error instanceof LockUnusable) return null;
      throw error;
    }
  }

  async function readiness(): Promise<WebReadiness> {
    const lock = await activeLockId();
    const troubles = [locks.trouble()?.message, replica?.trouble()].filter((words) => words !== undefined);
    const status = isDraining ? 'draining' : lock === null ? 'not-ready' : 'ready';
    return { status, version: WEB_BUILD.version, commit: WEB_BUILD.commit, lock, warnings: troubles };
  }

  new Gauge({
    name: 'portal_lock_info',
    help: 'Always 1; its label is the active lock',
    labelNames: ['lock'],
    registers,
    async collect() {
      const lock = await activeLockId();
      this.reset();
      if (lock !== null) this.set({ lock }, 1);
    },
  });
  new Gauge({
    name: 'portal_lock_trouble',
    help: '1 while the promoted lock cannot be used',
    registers,
    async collect() {
      await activeLockId();
      this.set(locks.trouble() === undefined ? 0 : 1);
    },
  });

  if (replica) {
    countCopies(metrics.registry, replica);
    showClock(metrics.registry, replica.clockOffBy);
    new Gauge({
      name: 'portal_replica_trouble',
      help: '1 while the state of the database cannot be taken',
      registers,
      collect() {
        this.set(replica.trouble() === undefined ? 0 : 1);
      },
    });
  }

  const operatorApp = express();
  operatorApp.disable('x-powered-by');
  operatorApp.use(refuseForeignHosts(config.OPERATOR_NAMES));
  operatorApp.use((_request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    next();
  });
  operatorApp.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  operatorApp.get(['/readyz', '/readyz/process'], async (_request, response) => {
    const state = await readiness();
    response.status(state.status === 'ready' ? 200 : 503).json(state);
  });
  operatorApp.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  operatorApp.use((_request, response) => {
    response.status(404).type('text/plain').send('There is nothing here.');
  });

  return {
    app: createWebApp({
      config,
      locks,
      log,
      metrics,
      traces,
      fetchRelease: replica?.fetchEarlier,
      warmsUp: true,
      pageUnrendered: countUnrendered(metrics.registry),
    }),
    operatorApp,
    // Read at the start, so that there is a last good lock.
    ready: Promise.resolve(replica?.first)
      .then(activeLockId)
      .then((lock) => {
        if (lock === null) log.error({ err: locks.trouble() }, 'there is no lock yet: pages are answered with 503');
      }),
    countUnparsed: metrics.countUnparsed,
    beginDrain: () => {
      isDraining = true;
    },
    endStreams: () => undefined,
    close: async () => {
      await Promise.all([replica?.[Symbol.asyncDispose](), traces?.close()]);
    },
  };
}
