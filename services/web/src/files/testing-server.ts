import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { integrityOf } from '@cytocomm/composition/node';
import { requestIds } from '@cytocomm/runtime';
import pino from 'pino';
import { readWebConfig } from '../config.ts';
import { LockUnusable } from '../lock-source.ts';
import { fileHeaders } from '../security-headers.ts';
import { createReleaseFiles, type ReleaseFilesOptions } from './release-files.ts';

/** The id of every release made for tests. */
export const RELEASE = '0.1.0-0123456789ab';

/** Writes a release as a build leaves it, manifest and all; `unlisted` files are beside it and in no manifest. */
export function writeRelease(
  releasesDir: string,
  name: string,
  files: Readonly<Record<string, string | Buffer>>,
  unlisted: Readonly<Record<string, string | Buffer>> = {},
): string {
  const dir = join(releasesDir, name, RELEASE);
  for (const [path, content] of Object.entries({ ...files, ...unlisted })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  const listed = Object.entries(files).map(([path, content]) => ({
    path,
    integrity: integrityOf(content),
    bytes: Buffer.byteLength(content),
  }));
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'release.json'), JSON.stringify({ name, release: RELEASE, files: listed, more: 'ignored' }));
  return dir;
}

/** An answer as it came over the wire. */
interface BareAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server of release files, for tests. */
export interface TestingServer extends AsyncDisposable {
  readonly port: number;
  /** What was logged, line by line. */
  readonly logged: readonly string[];
  /** A request whose path is sent as it is written, with no headers but these. */
  get(path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<BareAnswer>;
  /** A connection that is paused until a listener reads it. */
  connect(): Socket;
}

const noLock = () => Promise.reject(new LockUnusable('no lock has been promoted'));

/** Serves the releases below a folder at `/releases` on a free port. */
export async function serveReleases(
  releasesDir: string,
  {
    locks = { current: noLock, served: noLock },
    ...more
  }: Partial<Pick<ReleaseFilesOptions, 'locks' | 'fetchRelease' | 'maxCachedBytes' | 'stalledClientMs'>> = {},
): Promise<TestingServer> {
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const config = readWebConfig({
    PUBLIC_URL: 'https://portal.example',
    RELEASES_DIR: releasesDir,
    LOCKS_DIR: releasesDir,
  });
  const giveId = requestIds(() => false);
  const releaseFiles = createReleaseFiles({ releasesDir, headersOf: fileHeaders(config), giveId, log, locks, ...more });
  const server = createServer((request, response) => {
    if (!releaseFiles.serve(request, response)) response.end('something else');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { port } = address;
  return {
    port,
    logged,
    get: (path, headers = {}, method = 'GET') =>
      new Promise((resolve, reject) => {
        request({ port, host: '127.0.0.1', path, headers, method, agent: false }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
          );
        })
          .on('error', reject)
          .end();
      }),
    connect: () => connect(port, '127.0.0.1'),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
