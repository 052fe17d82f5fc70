import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  filesOfPage,
  LOCK_ELEMENT_ID,
  matchRoute,
  PAGE_DATA_ELEMENT_ID,
  ROOT_ELEMENT_ID,
  SERVER_BUNDLE,
  SERVER_FOLDER,
} from '@cytocomm/composition';
import type { Lock, LockedRelease, PageData } from '@cytocomm/contract';
import { faultOfMarkup, type PageProcess, startPageProcess } from '@cytocomm/releases/prerender';
import { createVisitors, type TrialSite } from '@cytocomm/trial-run';

/** How long the process that renders pages may take to start, in ms. */
const START_MS = 20_000;
/** As on a portal, but that a busy machine may take its time. */
const RENDER_TIMES = { workMs: 2000, pageMs: 10_000 };

/** Returns what a portal allows its pages: no script but its own, nothing made of text, and calls of their own backends. */
const policyOf = ({ remotes }: Lock): string =>
  [
    "default-src 'self'",
    [
      "connect-src 'self'",
      ...remotes.flatMap(({ contributions }) => (contributions.backends ?? []).map(({ origin }) => origin)),
    ].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
  ].join(';');

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** What a public page was rendered to, or why it could not be. */
type Rendered = { readonly markup: string; readonly data?: PageData } | { readonly failure: string };

/** JSON that does not end the element around it. */
const dataBlock = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

function documentOf(lock: Lock, path: string, rendered: Rendered | undefined): string {
  const { shell } = lock;
  const matched = matchRoute(lock, path);
  const hasMarkup = rendered !== undefined && 'markup' in rendered;
  const sheets = filesOfPage(lock, matched).styles.map(
    (file) => `<link rel="stylesheet" data-href="${file.path}" href="${file.release.baseUrl}${file.path}">`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shell.title}</title>
<link rel="icon" href="data:,">
${sheets.join('\n')}
<script defer src="${shell.baseUrl}${shell.entry}"></script>
</head>
<body><div id="${ROOT_ELEMENT_ID}">${hasMarkup ? rendered.markup : ''}</div>
${dataBlock(LOCK_ELEMENT_ID, lock)}
${hasMarkup && rendered.data ? dataBlock(PAGE_DATA_ELEMENT_ID, rendered.data) : ''}
</body>
</html>
`;
}

const hasServerBuild = ({ files }: LockedRelease) =>
  files.some(({ path }) => path === `${SERVER_FOLDER}/${SERVER_BUNDLE}`);

/** Starts the site of a lock whose shell is the frame of these tools, on a free port of the loopback interface. */
export async function startFrameSite(lock: Lock, releasesDir: string): Promise<TrialSite> {
  const visitors = createVisitors(lock);
  const processes = new Map<string, Promise<PageProcess>>();
  const pages = new Map<string, Promise<Rendered>>();
  let turn: Promise<unknown> = Promise.resolve();
  const folderOf = ({ name, release }: LockedRelease) => join(releasesDir, name, release);

  async function bundleOf(release: LockedRelease) {
    const code = await readFile(join(folderOf(release), SERVER_FOLDER, SERVER_BUNDLE), 'utf8');
    return { name: `${release.name} ${release.release}`, code };
  }

  async function processOf(remote: LockedRelease): Promise<PageProcess> {
    const running = await processes.get(remote.name);
    if (running?.alive) return running;
    const started = Promise.all([bundleOf(lock.shell), bundleOf(remote)]).then(([shell, own]) =>
      startPageProcess({ shell, remote: own }, START_MS),
    );
    processes.set(remote.name, started);
    return started;
  }

  async function render(path: string): Promise<Rendered> {
    const matched = matchRoute(lock, path);
    if (!matched) return { failure: 'there is no such page' };
    const { release, route } = matched;
    const site = { origin, picture: `${origin}/picture.png` };
    const data = route.data && { list: await visitors.read(new URL(route.data.list, origin)), stale: false, site };
    try {
      const running = await processOf(release);
      const page = { lock, path: route.path, search: '', component: route.component, initialData: data };
      const markup = await running.render(page, RENDER_TIMES);
      const fault = faultOfMarkup(markup);
      return fault === undefined ? { markup, ...(data && { data }) } : { failure: `its markup is refused: ${fault}` };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  }

  function rendered(path: string): Promise<Rendered> | undefined {
    const matched = matchRoute(lock, path);
    if (!matched?.route.public || !hasServerBuild(matched.release)) return undefined;
    const started = pages.get(path);
    if (started) return started;
    // A process renders one page at a time.
    const page = turn.then(() => render(path));
    turn = page;
    pages.set(path, page);
    return page;
  }

  async function sendFile(path: string, response: ServerResponse): Promise<void> {
    const release = [lock.shell, ...lock.remotes].find(({ baseUrl }) => path.startsWith(baseUrl));
    const file = release?.files.find((listed) => release.baseUrl + listed.path === path);
    if (!release || !file || file.path.startsWith(`${SERVER_FOLDER}/`)) return void response.writeHead(404).end();
    const type = TYPES[file.path.split('.').at(-1) ?? ''];
    response.writeHead(200, { ...(type && { 'Content-Type': type }), 'Access-Control-Allow-Origin': '*' });
    response.end(await readFile(join(folderOf(release), file.path)));
  }

  async function sendPage(path: string, response: ServerResponse): Promise<void> {
    const page = documentOf(lock, path, await rendered(path));
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policyOf(lock) });
    response.end(page);
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(request.url ?? '/', origin);
    if (url === null) {
      response.writeHead(400).end();
      return;
    }
    if (visitors.isCall(url)) {
      visitors.answer(url, request, response);
      return;
    }
    const isFile = url.pathname.startsWith('/releases/');
    const sent = isFile ? sendFile(url.pathname, response) : sendPage(url.pathname, response);
    sent.catch(() => response.destroy());
  }

  let origin = '';
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  return {
    origin,
    visitor: (roles) => visitors.add(roles),
    async renderFailure(path) {
      const page = await rendered(path);
      if (page === undefined) return 'there is no server build of it';
      return 'failure' in page ? page.failure : undefined;
    },
    async [Symbol.asyncDispose]() {
      for (const started of await Promise.allSettled(processes.values()))
        if (started.status === 'fulfilled') started.value.end();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
