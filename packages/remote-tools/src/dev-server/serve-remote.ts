import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { addressOf, readLocalRemote } from '@cytocomm/contract';
import { passingFolder } from '../passing-folder.ts';
import { readRemoteSource } from '../remote-source.ts';
import { watchWorkspace } from '../watch-workspace.ts';
import { createHotChannel, isPicture, requestUrl, sendFile } from './hot-channel.ts';
import { HotUpdates } from './hot-config.ts';

/** What of the server of one remote may be chosen. */
export interface ServeRemoteOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** The portal in whose pages the build is opened; no page of another origin may read it. */
  readonly portal: URL;
  /** Takes what a person should know of each build, in lines. */
  readonly say?: (line: string) => void;
}

/** A development build that is being served, and rebuilt as its sources change. */
export interface ServedRemote {
  /** Its origin, as a person may give it to the portal. */
  readonly url: string;
  /** The remote's name. */
  readonly name: string;
  close(): Promise<void>;
}

/** Whether a page of another site asks without naming itself, as for a script. Pictures of the build are shown like that. */
function isForeign({ headers }: IncomingMessage, path: string): boolean {
  const site = headers['sec-fetch-site'];
  const isFromElsewhere = site === 'cross-site' || site === 'same-site';
  return headers.origin === undefined && isFromElsewhere && !isPicture(path);
}

/** Sets what lets pages of the portal, and of no other origin, read an answer. Returns whether the request may be answered. */
function admits(request: IncomingMessage, response: ServerResponse, hosts: readonly string[], portal: string): boolean {
  const { host = '', origin } = request.headers;
  response.setHeader('Vary', 'Origin');
  // Under any other name this machine is reached by somebody else's page (DNS rebinding).
  if (!hosts.includes(host) || (origin !== undefined && origin !== portal)) return false;
  if (origin !== undefined) response.setHeader('Access-Control-Allow-Origin', origin);
  return true;
}

function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  // Chromium asks before a page of the network reads from this machine.
  if (request.headers['access-control-request-private-network'] === 'true')
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
  response.writeHead(204, { 'Access-Control-Allow-Methods': 'GET', 'Access-Control-Max-Age': '600' }).end();
}

/**
 * Builds the remote in `dir` for development and serves it at an origin of its own on this machine, with hot updates:
 * `/release.json`, the manifest of the newest build, its files at `/`, and what open pages follow below `/@dev/`. Resolves
 * when the first build is finished or has failed; until one succeeds there is no `/release.json`. Rejects when `dir` is not
 * a remote's folder or the port is taken.
 */
export async function serveRemoteBuild(
  dir: string,
  { port, portal, say = () => undefined }: ServeRemoteOptions,
): Promise<ServedRemote> {
  const { name } = (await readRemoteSource(dir)).config;
  const folder = passingFolder(`${name}-`);
  const ownFile = (path: string) => channel.file(name, path.slice(1));
  const channel = createHotChannel((script) => ownFile(`${script}.map`));

  const hosts: string[] = [];
  const server = createServer((request, response) => {
    const isKnown = request.method === 'GET' || request.method === 'OPTIONS';
    const path = requestUrl(request)?.pathname ?? '';
    if (isForeign(request, path) || !admits(request, response, hosts, portal.origin)) response.writeHead(403).end();
    else if (!isKnown) response.writeHead(405, { Allow: 'GET, OPTIONS' }).end();
    else if (request.method === 'OPTIONS') answerPreflight(request, response);
    else if (!channel.handle(request, response)) sendFile(response, path, ownFile(path));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  }).catch((error: unknown) => {
    folder.remove();
    throw error;
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server of the build has no address');
  hosts.push(`localhost:${address.port}`, `127.0.0.1:${address.port}`);

  const updates = new HotUpdates();
  const first = Promise.withResolvers<void>();
  const watch = watchWorkspace(
    dir,
    join(folder.path, 'build'),
    {
      built({ release, distDir }, hash) {
        channel.built({ release, distDir, hash, updates });
        say(`  built ${name} ${release.release}`);
        first.resolve();
      },
      failed(words, faults) {
        channel.failed(name, faults);
        say(`  ${name} does not build:\n${words}`);
        first.resolve();
      },
    },
    { updates },
  );
  await first.promise;

  return {
    url: `http://127.0.0.1:${address.port}`,
    name,
    async close() {
      await watch.close();
      channel.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      folder.remove();
    },
  };
}

/** How long the portal may take to answer, in ms. */
const ANSWER_MS = 10_000;

/** No portal that loads a remote from this machine is at the address. The message says what to do. */
export class NoSuchPortal extends Error {
  override readonly name = 'NoSuchPortal';
}

/** Returns the address of a portal. Throws NoSuchPortal for a text that cannot be one. */
function portalAt(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new NoSuchPortal(`--against wants the address of a portal, like https://portal.example, not "${address}".`);
  return url;
}

/** Throws NoSuchPortal for no portal, or one without local remotes. Needs no sign-in. */
async function assertLoadsLocalRemotes(portal: URL): Promise<void> {
  let answer: Response;
  try {
    const url = new URL(addressOf(readLocalRemote), portal);
    answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.body?.cancel();
  } catch (cause) {
    throw new NoSuchPortal(`No portal answers at ${portal.origin}. Is the address right, and does it run?`, { cause });
  }
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  // It is there, for those who are signed in.
  if (isProblem && answer.status === 401) return;
  throw new NoSuchPortal(
    isProblem && answer.status === 404
      ? `The portal at ${portal.origin} is older than these tools and cannot load a remote from your machine: update it first.`
      : `${portal.origin} does not answer as a portal does (${answer.status}). Is the address right?`,
  );
}

/** What somebody asks for who wants to see a remote in a portal. */
export interface AgainstOptions {
  /** The address of the portal. */
  readonly address: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Takes what a person should know, in lines. */
  readonly say: (line: string) => void;
}

/**
 * Serves the remote in `dir` for the pages of a portal, in development or production, and says where a developer allows
 * their browser to load it. Throws NoSuchPortal before anything is built, and otherwise as `serveRemoteBuild` does.
 */
export async function serveAgainst(dir: string, { address, port, say }: AgainstOptions): Promise<ServedRemote> {
  const portal = portalAt(address);
  await assertLoadsLocalRemotes(portal);
  const served = await serveRemoteBuild(dir, { port, portal, say });
  const tool = new URL('/dashboard/developer/local-remote', portal);
  tool.search = String(new URLSearchParams({ 'local-remote': served.name, at: served.url }));
  say('');
  say(`  ${served.name} of this machine   ${served.url}`);
  say(`  As a developer of the portal, let your browser load it from here, for 8 hours at most:`);
  say(`  ${tool.href}`);
  say('  Only you see it. Ctrl-C stops it.');
  return served;
}
