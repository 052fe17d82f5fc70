import type { IncomingMessage } from 'node:http';
import { Counter, type Registry } from 'prom-client';
import { PrerenderFailed } from './prerender/prerenderer.ts';
import type { RunningReplica } from './replica/index.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** The route of the page in its lock, as `/news`; undefined for an address that no route has. */
    page?: string | undefined;
  }
}

/** Why a page was sent without markup: too many wait, it is left alone after failures, or it failed now. */
const REASONS = ['busy', 'cooldown', 'failed'] as const;

/** Returns the metrics' label of a request: addresses are unbounded, the routes of locks are not. */
export function routeLabel(request: IncomingMessage): string {
  // Express shortens the URL in mounted apps.
  const url = 'originalUrl' in request ? String(request.originalUrl) : (request.url ?? '');
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith('/releases/')) return 'release file';
  if (/^\/packages(\/|$)/.test(path)) return 'package';
  if (path === '/healthz') return path;
  return request.page ?? (/\.\w+$/.test(path) ? 'site file' : 'other');
}

/** Adds the counter of pages without markup. Returns a function that counts one, by why it was not rendered. */
export function countUnrendered(registry: Registry): (error: unknown) => void {
  const pages = new Counter({
    name: 'portal_pages_unrendered_total',
    help: 'Public pages that were made without prerendered markup, by reason',
    labelNames: ['reason'],
    registers: [registry],
  });
  // Prometheus sees growth only of what it has seen before.
  for (const reason of REASONS) pages.inc({ reason }, 0);
  return (error) => pages.inc({ reason: error instanceof PrerenderFailed ? error.reason : 'failed' });
}

/** Adds the counter of bytes of release files as sent, in any coding. */
export function countReleaseBytes(registry: Registry, sentBytes: () => number): void {
  new Counter({
    name: 'portal_file_bytes_total',
    help: 'Bytes of release files that were sent to clients',
    labelNames: ['direction', 'kind'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ direction: 'read', kind: 'releases' }, sentBytes());
    },
  });
}

/** Adds the counter of releases that were copied from the database. */
export function countCopies(registry: Registry, replica: Pick<RunningReplica, 'copies'>): void {
  new Counter({
    name: 'portal_releases_brought_total',
    help: 'Releases that were copied from the database, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      const { copied, failed } = replica.copies();
      this.inc({ outcome: 'brought' }, copied);
      this.inc({ outcome: 'failed' }, failed);
    },
  });
}
