import { readFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Lock } from '@cytocomm/contract';
import { buildMonolith, type MonolithBuild } from './monolith/build.ts';
import { isPrerendered, monolithDocument, siteFilesOf } from './monolith/document.ts';
import { monolithPage, monolithServer } from './monolith/server.ts';
import { answerOf, liveLock, type PackedAnswer, startPortal } from './portal/portal.ts';
import type { Bench } from './report.ts';

/** Who is measured: the portal, and its sources built as one application, with and without markup in the page. */
export type ContenderName = 'portal' | 'monolith' | 'prerendered monolith';

/** One way to a page, served on a port of this machine. */
export interface Contender {
  readonly name: ContenderName;
  readonly path: string;
  readonly url: string;
}

/** Returns the path of every page that search engines may find, of the remotes of a lock. */
export function publicPaths({ remotes }: Pick<Lock, 'remotes'>): readonly string[] {
  const routes = remotes.flatMap(({ contributions }) => contributions.routes);
  return routes.filter((route) => route.public && !route.unlisted).map(({ path }) => path);
}

function chunksOf(monolith: MonolithBuild, { id, remotes }: Lock, page: string) {
  for (const { name, contributions } of remotes)
    for (const { path, component } of contributions.routes) if (path === page) return monolith.filesOf(name, component);
  throw new Error(`no remote of lock ${id} has the page ${page}`);
}

/** Serves a monolith on a free port; its API is the portal's. Returns where. */
async function serve(
  opened: AsyncDisposableStack,
  portalUrl: string,
  answers: ReadonlyMap<string, PackedAnswer>,
  assetsDir: string,
): Promise<string> {
  const pages = monolithServer(answers, assetsDir);
  const server = createServer((request, response) => {
    if (!/^\/api\//.test(request.url ?? '')) return pages(request, response);
    const { method, headers, url = '' } = request;
    const toPortal = ask(portalUrl + url, { method, headers: { ...headers, host: new URL(portalUrl).host } });
    toPortal.once('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)));
    toPortal.once('error', () => response.destroy());
    request.pipe(toPortal);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

let built: { readonly of: string; readonly monolith: MonolithBuild } | undefined;

/**
 * Serves every contender for these of the public pages, until it is disposed of. There is a prerendered monolith of what the portal
 * prerenders. Every file of the site that a document names is served as the portal serves it; rejects when the portal does not.
 */
export async function openContenders(
  { workDir, say }: Bench,
  pathsOf: (publicPaths: readonly string[]) => readonly string[],
): Promise<{ readonly all: readonly Contender[] } & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const portal = opened.use(await startPortal(join(workDir, 'portal')));
  const lock = await liveLock(portal);
  const of = [lock.shell, ...lock.remotes].map(({ release }) => release).join();
  // Once for all parts of a run.
  if (built?.of !== of) {
    say('Building the monolith …');
    const names = lock.remotes.map(({ name }) => name);
    built = { of, monolith: await buildMonolith(names, join(workDir, 'monolith')) };
  }
  const { monolith } = built;
  const styleText = (path: string) => readFileSync(join(monolith.dir, path), 'utf8');
  const plain = new Map<string, PackedAnswer>();
  const prerendered = new Map<string, PackedAnswer>();
  const paths = pathsOf(publicPaths(lock));
  for (const path of paths) {
    const answer = await answerOf(portal.url + path, 'identity');
    const portalHtml = answer.body.toString();
    const page = chunksOf(monolith, lock, path);
    const parts = { portalHtml, lock, main: monolith.main, page, files: monolith.files, styleText };
    plain.set(path, monolithPage(answer, monolithDocument(parts, false)));
    if (isPrerendered(portalHtml)) prerendered.set(path, monolithPage(answer, monolithDocument(parts, true)));
    else say(`The portal sends ${path} without markup, so there is no prerendered monolith to compare it with.`);
    for (const file of siteFilesOf(portalHtml)) {
      const fileAnswer = plain.get(file) ?? (await answerOf(portal.url + file, 'br'));
      for (const answers of [plain, prerendered]) answers.set(file, fileAnswer);
    }
  }
  const plainUrl = await serve(opened, portal.url, plain, monolith.dir);
  const prerenderedUrl = await serve(opened, portal.url, prerendered, monolith.dir);
  const all = paths.flatMap((path): readonly Contender[] => [
    { name: 'portal', path, url: portal.url + path },
    { name: 'monolith', path, url: plainUrl + path },
    ...(prerendered.has(path) ? [{ name: 'prerendered monolith' as const, path, url: prerenderedUrl + path }] : []),
  ]);
  const owned = opened.move();
  return { all, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
