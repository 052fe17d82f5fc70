import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Lock } from '@cytocomm/contract';
import type { ReleaseStore } from '@cytocomm/remote-tools';
import { createWebApp, lockFolder, readWebConfig, type WebConfig } from '@cytocomm/web';
import pino from 'pino';
import { buildMonolith } from './monolith/build.ts';
import { type DocumentParts, isPrerendered, monolithDocument } from './monolith/document.ts';
import { ICON_PATH, monolithServer } from './monolith/server.ts';
import { apiStub } from './pages/api-stub.ts';
import { serve } from './serve.ts';

/** The page that everything is measured on; of the others it is their paint. */
export const HOME = '/';

/** Who is measured: the portal, and its sources built as one application, with and without markup in the page. */
export type ContenderName = 'portal' | 'monolith' | 'prerendered monolith';

/** One way to a page, served on a port of this machine. */
export interface Contender {
  readonly name: ContenderName;
  readonly path: string;
  readonly url: string;
}

/** All contenders, until they are disposed of. */
export interface Contenders extends AsyncDisposable {
  readonly all: readonly Contender[];
}

/** The settings of the portal's pages under measurement. */
export function portalSettings(store: Pick<ReleaseStore, 'releasesDir' | 'locksDir'>, apiUrl: string): WebConfig {
  return readWebConfig({
    // Production wants https, under which a page asks for every file by https: there is none here. All else is the same but a header.
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://127.0.0.1',
    API_URL: apiUrl,
    RELEASES_DIR: store.releasesDir,
    LOCKS_DIR: store.locksDir,
  });
}

function portalApp(store: ReleaseStore, apiUrl: string) {
  return createWebApp({
    config: portalSettings(store, apiUrl),
    locks: lockFolder(store.locksDir),
    log: pino({ level: 'error' }, pino.destination(2)),
  });
}

function remoteOf(lock: Lock, page: string): { remote: string; component: string } {
  for (const { name, contributions } of lock.remotes)
    for (const { path, component } of contributions.routes) if (path === page) return { remote: name, component };
  throw new Error(`no remote of lock ${lock.id} has the page ${page}`);
}

/** Every page of a lock that search engines may find. */
export function publicPaths(lock: Lock): string[] {
  return lock.remotes.flatMap(({ contributions }) =>
    contributions.routes.filter((route) => route.public && !route.unlisted).map(({ path }) => path),
  );
}

/** The API belongs to no contender, so all have the same. */
function withApi(pages: RequestListener): RequestListener {
  return (request, response) => (/^\/api\//.test(request.url ?? '') ? apiStub : pages)(request, response);
}

async function get(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  return answer;
}

/** Builds the monolith and serves every contender for these pages. There is a prerendered monolith of what the portal prerenders. */
export async function openContenders(
  store: ReleaseStore,
  lock: Lock,
  workDir: string,
  say: (line: string) => void,
  paths: readonly string[] = [HOME],
): Promise<Contenders> {
  await using opened = new AsyncDisposableStack();
  const monolith = await buildMonolith(
    lock.remotes.map((remote) => remote.name),
    join(workDir, 'monolith'),
  );
  const api = opened.use(await serve(apiStub));
  const portal = opened.use(await serve(withApi(portalApp(store, api.url))));
  const iconAnswer = await get(`${portal.url}${ICON_PATH}`);
  const icon = { answer: iconAnswer, body: await iconAnswer.text() };
  const styleText = (path: string) => readFileSync(join(monolith.dir, path), 'utf8');

  const all: Contender[] = [];
  for (const path of paths) {
    const portalPage = await get(`${portal.url}${path}`);
    const portalHtml = await portalPage.text();
    const { remote, component } = remoteOf(lock, path);
    const page = monolith.filesOf(remote, component);
    const parts: DocumentParts = { portalHtml, lock, main: monolith.main, page, files: monolith.files, styleText };
    const monolithUrl = async (prerendered: boolean) => {
      const html = monolithDocument(parts, prerendered);
      const pages = monolithServer({ html, portalPage, icon, assetsDir: monolith.dir });
      return `${opened.use(await serve(withApi(pages))).url}${path}`;
    };
    all.push({ name: 'portal', path, url: `${portal.url}${path}` });
    all.push({ name: 'monolith', path, url: await monolithUrl(false) });
    if (isPrerendered(portalHtml)) all.push({ name: 'prerendered monolith', path, url: await monolithUrl(true) });
    else say(`The portal sends ${path} without markup, so there is no prerendered monolith to compare it with.`);
  }
  const owned = opened.move();
  return { all, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
