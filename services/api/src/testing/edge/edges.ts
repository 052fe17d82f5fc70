import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';
import { findEdgeProgram } from './programs.ts';

const EDGE_DIR = join(__dirname, '..', '..', '..', '..', '..', 'edge');

/** Where the processes behind an edge are, by the names that the edges' files have for them: `api-1` is 127.0.0.11. */
export const HOSTS: Readonly<Record<string, string>> = {
  'api-1': '127.0.0.11',
  'api-2': '127.0.0.12',
  'web-1': '127.0.0.13',
  'web-2': '127.0.0.14',
};

/** The ports that take the place of those in the edges' files. */
export interface EdgePorts {
  /** Of each process. */
  readonly service: number;
  readonly apiOperators: number;
  readonly webOperators: number;
}

/** A running edge. */
export interface Edge {
  readonly name: string;
  /** For browsers. */
  readonly url: string;
  /** For the web processes, which ask the API there. */
  readonly inner: string;
  /** The file with a line for each request from outside. */
  readonly logFile: string;
  stop(): Promise<void>;
}

/** The file with other words in the place of these, each of which must be there. */
function adapted(file: string, words: readonly (readonly [string, string])[]): string {
  let text = readFileSync(join(EDGE_DIR, file), 'utf8');
  for (const [shipped, here] of words) {
    if (!text.includes(shipped)) throw new Error(`${file} has no "${shipped}" any more.`);
    text = text.replaceAll(shipped, here);
  }
  return text;
}

function places(port: number): (readonly [string, string])[] {
  return Object.entries(HOSTS).map(([name, host]) => [`${name}:3000`, `${host}:${port}`] as const);
}

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function run(
  name: string,
  program: string,
  args: readonly string[],
  dir: string,
  ports: readonly [number, number],
  logFile: string,
): Promise<Edge> {
  let complaints = '';
  const child: ChildProcess = spawn(program, args, {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
  });
  child.stderr?.on('data', (chunk) => {
    complaints = `${complaints}${String(chunk)}`.slice(-4000);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await until(`${name} to listen`, async () => {
      if (child.exitCode !== null) throw new Error(`${name} has ended: ${complaints}`);
      return (await Promise.all(ports.map(answers))).every(Boolean);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { name, url: `http://127.0.0.1:${ports[0]}`, inner: `http://127.0.0.1:${ports[1]}`, logFile, stop };
}

/** nginx with the project's nginx.conf, without TLS, in a folder of its own. */
export async function startNginx(dir: string, ports: EdgePorts): Promise<Edge> {
  const program = findEdgeProgram('nginx');
  const [outer, inner] = [await freePort(), await freePort()];
  const logFile = join(dir, 'nginx.log');
  mkdirSync(join(dir, 'nginx'));
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/nginx;`);
  const conf = adapted('nginx.conf', [
    ...places(ports.service),
    ['listen 443 ssl http2;', `listen 127.0.0.1:${outer};`],
    ['listen 8080;', `listen 127.0.0.1:${inner};`],
    ['ssl_certificate /etc/nginx/tls/portal.crt;', ''],
    ['ssl_certificate_key /etc/nginx/tls/portal.key;', ''],
    ['ssl_protocols TLSv1.2 TLSv1.3;', ''],
    ['access_log /dev/stdout portal;', `access_log ${logFile} portal;`],
    ['http {', `http {\n${scratch.join('\n')}`],
  ]);
  writeFileSync(join(dir, 'nginx.conf'), conf);
  // The workers of root's nginx are somebody else.
  chmodSync(dir, 0o755);
  const directives = `daemon off; pid ${dir}/nginx.pid;${process.getuid?.() === 0 ? ' user root root;' : ''}`;
  const args = ['-e', 'stderr', '-p', dir, '-c', join(dir, 'nginx.conf'), '-g', directives];
  return run('nginx', program, args, dir, [outer, inner], logFile);
}

/** Caddy with the project's Caddyfile, without TLS. */
export async function startCaddy(dir: string, ports: EdgePorts): Promise<Edge> {
  const program = findEdgeProgram('caddy');
  const [outer, inner] = [await freePort(), await freePort()];
  const logFile = join(dir, 'caddy.log');
  const caddyfile = adapted('Caddyfile', [
    ...places(ports.service),
    ['health_port 3001', `health_port ${ports.apiOperators}`],
    ['health_port 3002', `health_port ${ports.webOperators}`],
    ['\n{$SITE_ADDRESS:localhost} {', `\nhttp://127.0.0.1:${outer} {`],
    ['output stdout', `output file ${logFile}`],
    ['\n:8080 {', `\nhttp://127.0.0.1:${inner} {`],
  ]);
  writeFileSync(join(dir, 'Caddyfile'), `{\n\tadmin off\n}\n${caddyfile}`);
  const args = ['run', '--config', join(dir, 'Caddyfile'), '--adapter', 'caddyfile'];
  return run('caddy', program, args, dir, [outer, inner], logFile);
}
