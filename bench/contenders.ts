import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lock } from '@cytocomm/contract';
import type { ReleaseStore } from '@cytocomm/remote-tools';
import { createWebApp, lockFolder, readWebConfig } from '@cytocomm/web';
import pino from 'pino';
import { buildMonolith } from './monolith/build.ts';
import { type DocumentParts, isPrerendered, monolithDocument } from './monolith/document.ts';
import { ICON_PATH, monolithServer } from './monolith/server.ts';
import { serve } from './serve.ts';

/** The page that is measured. */
export const HOME = '/';

/** Who is measured: the portal, and its sources built as one application, with and without markup in the page. */
export type ContenderName = 'portal' | 'monolith' | 'prerendered monolith';

/** One way to Home, served on a port of this machine. */
export interface Contender {
  readonly name: ContenderName;
  readonly url: string;
}

/** All contenders, until they are disposed of. */
export interface Contenders extends AsyncDisposable {
  readonly all: readonly Contender[];
}

function portalApp(store: ReleaseStore) {
  const config = readWebConfig({
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1',
    RELEASES_DIR: store.releasesDir,
    LOCKS_DIR: store.locksDir,
  });
  return createWebApp({
    config,
    locks: lockFolder(store.locksDir),
    log: pino({ level: 'error' }, pino.destination(2)),
  });
}

function remoteOfHome(lock: Lock): { remote: string; component: string } {
  for (const { name, contributions } of lock.remotes)
    for (const { path, component } of contributions.routes) if (path === HOME) return { remote: name, component };
  throw new Error(`no remote of lock ${lock.id} has the page ${HOME}`);
}

async function get(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  return answer;
}

/** Builds the monolith and serves every contender. There is a prerendered monolith when the portal prerenders. */
export async function openContenders(
  store: ReleaseStore,
  lock: Lock,
  workDir: string,
  say: (line: string) => void,
): Promise<Contenders> {
  await using opened = new AsyncDisposableStack();
  const monolith = await buildMonolith(
    lock.remotes.map((remote) => remote.name),
    join(workDir, 'monolith'),
  );
  const portal = opened.use(await serve(portalApp(store)));
  const [portalPage, iconAnswer] = await Promise.all([get(`${portal.url}${HOME}`), get(`${portal.url}${ICON_PATH}`)]);
  const portalHtml = await portalPage.text();
  const icon = { answer: iconAnswer, body: await iconAnswer.text() };

  const { remote, component } = remoteOfHome(lock);
  const page = monolith.filesOf(remote, component);
  const styleText = (path: string) => readFileSync(join(monolith.dir, path), 'utf8');
  const parts: DocumentParts = { portalHtml, lock, main: monolith.main, page, files: monolith.files, styleText };
  const serveMonolith = async (prerendered: boolean) => {
    const html = monolithDocument(parts, prerendered);
    return opened.use(await serve(monolithServer({ html, portalPage, icon, assetsDir: monolith.dir })));
  };

  const plain = await serveMonolith(false);
  const all: Contender[] = [
    { name: 'portal', url: `${portal.url}${HOME}` },
    { name: 'monolith', url: `${plain.url}${HOME}` },
  ];
  if (isPrerendered(portalHtml)) {
    const prerendered = await serveMonolith(true);
    all.push({ name: 'prerendered monolith', url: `${prerendered.url}${HOME}` });
  } else say('The portal sends Home without markup, so there is no prerendered monolith to compare it with.');
  const owned = opened.move();
  return { all, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
