import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { passingFolder } from '../passing-folder.ts';
import { readRemoteSource } from '../remote-source.ts';
import { requestUrl } from '../request-url.ts';
import { watchWorkspace } from '../watch-workspace.ts';
import { createHotChannel, isPicture, sendFile } from './hot-channel.ts';
import { HotUpdates } from './hot-updates.ts';

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
