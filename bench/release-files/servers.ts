import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const START_TIMEOUT_MS = 30_000;

/** A server in one process of its own, until it is disposed of. */
export interface FileServer extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

async function whenItAnswers(child: ChildProcess, port: number, path: string): Promise<FileServer> {
  const ended = once(child, 'exit');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${child.spawnfile} did not start`);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  const answers = () =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`${child.spawnfile} does not serve ${path}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { port, pid, [Symbol.asyncDispose]: stop };
}

/** What services/web serves from. */
export interface Store {
  readonly releasesDir: string;
  readonly locksDir: string;
}

/** Starts services/web as in production, with further settings; resolves when it serves `path`. */
export async function startWeb(
  { releasesDir, locksDir }: Store,
  path: string,
  settings: Readonly<Record<string, string>>,
): Promise<FileServer> {
  const main = join(dirname(fileURLToPath(import.meta.resolve('@cytocomm/web'))), 'main.ts');
  const port = await freePort();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://portal.example',
      RELEASES_DIR: releasesDir,
      LOCKS_DIR: locksDir,
      PORT: String(port),
      OPERATOR_PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return whenItAnswers(child, port, path);
}

/** The version of the nginx of this machine; undefined when there is none that can send files packed beforehand. */
export function nginxVersion(): string | undefined {
  const { stderr = '', status } = spawnSync('nginx', ['-V'], { encoding: 'utf8' });
  if (status !== 0 || !stderr.includes('http_gzip_static_module')) return undefined;
  return /nginx\/(\S+)/.exec(stderr)?.[1];
}

/** Starts nginx over the same folder, set up as for a public site; resolves when it serves `path`. */
export async function startNginx(releasesDir: string, workDir: string, path: string): Promise<FileServer> {
  const dir = join(workDir, 'nginx');
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  writeFileSync(
    join(dir, 'nginx.conf'),
    `daemon off; master_process off; pid ${dir}/pid; error_log ${dir}/error.log;
events {}
http {
  ${folders.join(' ')}
  access_log off; sendfile on; tcp_nopush on; gzip_static on; keepalive_requests 1000000000;
  types { text/javascript js; text/css css; }
  server { listen 127.0.0.1:${port}; location /releases/ { alias ${releasesDir}/; } }
}
`,
  );
  const child = spawn('nginx', ['-e', join(dir, 'error.log'), '-p', dir, '-c', join(dir, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return whenItAnswers(child, port, path);
}
