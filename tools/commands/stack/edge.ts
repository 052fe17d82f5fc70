import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { waitForStart } from '@cytocomm/runtime/start';
import type { Child } from '../portal/child-processes.ts';
import { CannotStart, throwCannotStart } from '../portal/settings.ts';
import { presentProgram } from '../programs/system-program.ts';

/** A program that can stand at the edge. */
export type EdgeProgram = 'nginx' | 'caddy';

const EDGE_DIR = resolve(import.meta.dirname, '..', '..', '..', 'edge');

/** Where everything is that the files of the edge name. */
export interface EdgePlaces {
  /** Host and port of each process, by the name that the files have for it: `api-1`. */
  readonly services: ReadonlyMap<string, string>;
  /** The operators' ports, for Caddy's questions. */
  readonly operatorPorts: { readonly api: number; readonly web: number };
  /** Host and port for browsers. */
  readonly outer: string;
  /** Host and port for the web processes, which ask the API there. */
  readonly inner: string;
  /** Host and port of Caddy's metrics; nginx has none. */
  readonly metrics: string;
  /** The names that browsers may call the portal by; by default the outer host alone. */
  readonly hostNames?: readonly string[];
}

/** A running edge. */
interface EdgeProcess extends Child {
  readonly pid: number;
  /** Resolves when it listens. Throws CannotStart. */
  ready(): Promise<void>;
}

/** How an edge is started, again and again at the same places. */
export interface Edge {
  readonly name: EdgeProgram;
  /** The file with a line for each request from outside. */
  readonly logFile: string;
  /** The file with what the program itself says. */
  readonly errorFile: string;
  start(): EdgeProcess;
}

/** Returns a file of the edge with other words in the place of these, each of which must be there. */
export function adapted(file: string, words: readonly (readonly [string, string])[]): string {
  let text = readFileSync(join(EDGE_DIR, file), 'utf8');
  for (const [shipped, here] of words) {
    if (!text.includes(shipped)) throw new Error(`${file} has no "${shipped}" any more.`);
    text = text.replaceAll(shipped, here);
  }
  return text;
}

/** Returns where browsers come, and by which names. */
function outerOf({ outer, hostNames }: EdgePlaces) {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(outer) ?? [];
  return { host, port, names: hostNames ?? [host] };
}

const processWords = ({ services }: EdgePlaces) =>
  [...services].map(([name, place]) => [`${name}:3000`, place] as const);

/** Resolves to whether somebody listens there. */
function answers(place: string): Promise<boolean> {
  const { hostname, port } = new URL(`http://${place}`);
  return new Promise((settle) => {
    const socket = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
    socket.once('connect', () => {
      socket.destroy();
      settle(true);
    });
    socket.once('error', () => settle(false));
  });
}

/** Resolves when somebody listens at each of the places, or the program has ended. */
async function listens(places: readonly string[], program: ChildProcess): Promise<void> {
  while (program.exitCode === null && program.signalCode === null) {
    if ((await Promise.all(places.map(answers))).every(Boolean)) return;
    await pause(20);
  }
}

/** Starts a program in a group of its own, which ends as a whole, also when this process is killed. */
function run(program: string, args: readonly string[], dir: string, errors: string, places: EdgePlaces): EdgeProcess {
  const child = spawn(program, args, {
    cwd: dir,
    stdio: ['ignore', 'ignore', openSync(errors, 'a', 0o600)],
    env: { PATH: process.env.PATH, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
    detached: true,
  });
  const group = -(child.pid ?? 0);
  const leash = spawn('sh', ['-c', 'cat > /dev/null; kill -s KILL -- "$0" 2> /dev/null', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const exited = new Promise<void>((settle) => child.once('exit', () => settle()));
  const leashed = new Promise<void>((settle) => leash.once('exit', () => settle()));
  // Workers of a master that was killed go on listening.
  const ended = exited.then(() => {
    leash.stdin.end();
    return leashed;
  });
  return {
    pid: child.pid ?? 0,
    ended,
    ready: () =>
      waitForStart('the edge', child, listens([places.outer, places.inner], child), () =>
        readFileSync(errors, 'utf8'),
      ).catch(throwCannotStart),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Returns the path of the program. Throws CannotStart that says what to install where there is none. */
export function programOf(name: EdgeProgram, present: typeof presentProgram = presentProgram): string {
  const program = present(name);
  if (program !== undefined) return program;
  throw new CannotStart(
    `${name} stands at the edge, and there is none: install it (Debian: apt-get install ${name}; macOS: brew install ${name}), or use npm start.`,
  );
}

/** What nginx.conf has for TLS, the way to it from port 80, and IPv6. */
const NOT_HERE = [
  `    server {
        listen 80;
        listen [::]:80;
        server_name portal.example.com;
        return 308 https://$host$request_uri;
    }
`,
  'listen 80 default_server;',
  'listen [::]:80 default_server;',
  'listen [::]:443 ssl http2 default_server;',
  'listen [::]:443 ssl http2;',
  'ssl_certificate /etc/nginx/tls/portal.crt;',
  'ssl_certificate_key /etc/nginx/tls/portal.key;',
  'ssl_protocols TLSv1.2 TLSv1.3;',
];

/** Returns nginx with the project's nginx.conf, without TLS, in a folder of its own. Throws CannotStart when there is none. */
export function nginxEdge(dir: string, places: EdgePlaces): Edge {
  const program = programOf('nginx');
  const logFile = join(dir, 'nginx.log');
  const errorFile = join(dir, 'nginx.errors');
  mkdirSync(join(dir, 'nginx'), { recursive: true });
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/nginx;`);
  const { names } = outerOf(places);
  const conf = adapted('nginx.conf', [
    ...processWords(places),
    ...NOT_HERE.map((lines) => [lines, ''] as const),
    ['listen 443 ssl http2', `listen ${places.outer}`],
    ['listen 127.0.0.1:8080;', `listen ${places.inner};`],
    ['server_name portal.example.com;', `server_name ${names.join(' ')};`],
    ['access_log /dev/stdout portal;', `access_log ${logFile} portal;`],
    ['http {', `http {\n${scratch.join('\n')}`],
  ]);
  writeFileSync(join(dir, 'nginx.conf'), conf);
  const user = process.getuid?.() === 0 ? ' user root root;' : '';
  const directives = `daemon off; pid ${dir}/nginx.pid;${user}`;
  const args = ['-e', 'stderr', '-p', dir, '-c', join(dir, 'nginx.conf'), '-g', directives];
  return { name: 'nginx', logFile, errorFile, start: () => run(program, args, dir, errorFile, places) };
}

/** Returns Caddy with the project's Caddyfile, without TLS. Throws CannotStart when there is none. */
export function caddyEdge(dir: string, places: EdgePlaces): Edge {
  const program = programOf('caddy');
  const logFile = join(dir, 'caddy.log');
  const errorFile = join(dir, 'caddy.errors');
  const { host, port, names } = outerOf(places);
  const caddyfile = adapted('Caddyfile', [
    ...processWords(places),
    ['health_port 3001', `health_port ${places.operatorPorts.api}`],
    ['health_port 3002', `health_port ${places.operatorPorts.web}`],
    [
      '\n{$SITE_ADDRESS:localhost} {',
      `\n${names.map((name) => `http://${name}:${port}`).join(', ')} {\n\tbind ${host}`,
    ],
    ['\nhttp://, https:// {', `\nhttp://:${port} {\n\tbind ${host}`],
    ['output stdout', `output file ${logFile}`],
    ['\n:8080 {', `\nhttp://${places.inner} {`],
    ['\n:9180 {', `\nhttp://${places.metrics} {`],
    ['\n{\n', '\n{\n\tadmin off\n'],
  ]);
  writeFileSync(join(dir, 'Caddyfile'), caddyfile);
  const args = ['run', '--config', join(dir, 'Caddyfile'), '--adapter', 'caddyfile'];
  return { name: 'caddy', logFile, errorFile, start: () => run(program, args, dir, errorFile, places) };
}
