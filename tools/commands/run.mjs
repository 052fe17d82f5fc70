// Runs one of the portal's commands: installs what is missing, then hands over to the pinned Node that is among it.
// This file alone has to run on any Node from version 20 on.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
// npm's own note of what it installed.
const installed = join(root, 'node_modules', '.package-lock.json');

function packagesIn(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

/** Whether every package the lock file asks for is there in its version, and every workspace linked; optional ones depend on the platform. */
function isInstalled() {
  if (!existsSync(pinnedNode) || !existsSync(installed)) return false;
  const present = packagesIn(installed);
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, link, resolved }]) =>
      !path.includes('node_modules/') ||
      optional ||
      (link ? present[path]?.resolved === resolved : present[path]?.version === version),
  );
}

function install() {
  process.stdout.write('Installing what is missing (npm ci) …\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) {
    process.stderr.write('npm ci failed; its messages are above.\n');
    process.exit(1);
  }
  if (!existsSync(pinnedNode)) {
    process.stderr.write(
      `npm ci left no Node at ${pinnedNode}: is the install script of the package "node" allowed to run?\n`,
    );
    process.exit(1);
  }
}

const [command, ...rest] = process.argv.slice(2);
const script = join(root, 'tools', 'commands', `${command}.ts`);
if (!command || !existsSync(script)) {
  process.stderr.write(`There is no command "${command ?? ''}" in tools/commands/.\n`);
  process.exit(1);
}
if (!isInstalled()) install();

// All processes of the portal share one compile cache.
const compiled = join(root, 'node_modules', '.cache', 'compiled');

// What the logs and metrics of the portal say of what runs; an image has its own.
const { stdout: commit } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' });

const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`;

// A process that has run, and ends without having been asked to, is started again; not for ever, and not when it says that
// it has given up (portal/command.ts).
const MAX_RESTARTS = 5;
const WINDOW_MS = 60_000;
const GIVEN_UP = 69;
/** After a signal everything has this long to end. */
const STOP_MS = 20_000;

let child;
let isStopping = false;
let ends = [];

function stop(signal) {
  isStopping = true;
  child.kill(signal);
  setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref();
}

function mayRunAgain(code) {
  const now = performance.now();
  ends = [...ends.filter((time) => now - time < WINDOW_MS), now];
  if (code !== GIVEN_UP && ends.length <= MAX_RESTARTS) return true;
  if (code !== GIVEN_UP)
    process.stderr.write(`It ended ${ends.length} times within a minute; it is not started again.\n`);
  return false;
}

/** Runs the command; `settings` are those that one which ran before had found by itself, such as a free port. */
function run(settings) {
  // One that takes the place of another may fail while it starts (what the other had is not free yet) and is tried again.
  let found = ends.length > 0 ? settings : undefined;
  // The channel lets the command notice that this process is gone, however it ended, and stop everything it started.
  child = spawn(pinnedNode, ['--disable-warning=ExperimentalWarning', script, ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: compiled, PORTAL_COMMIT: commit?.trim() ?? '', ...process.env, ...settings, PATH: path },
  });
  child.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'runAgainWith' in message) found = message.runAgainWith;
  });
  child.on('exit', (code, signal) => {
    if (found === undefined || isStopping || code === 0 || !mayRunAgain(code)) {
      process.exit(code === GIVEN_UP || (code === null && signal) ? 1 : code);
    }
    process.stderr.write(`\nThe portal ended unexpectedly (${signal ?? `code ${code}`}) and is started again.\n`);
    run(found);
  });
}

// Writing to a closed terminal must not end this process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
run({});

function ps(column, pid) {
  return spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Stops when npm has ended, also where a signal ended that alone. Between npm and this process there may be a shell. */
function watchNpm() {
  const parent = process.ppid;
  const npm = /^npm\b|\bnpm-cli/.test(ps('args', parent)) ? parent : Number(ps('ppid', parent));
  const watch = setInterval(() => {
    try {
      process.kill(npm, 0);
    } catch (error) {
      if (error.code !== 'ESRCH') return;
      clearInterval(watch);
      stop('SIGTERM');
    }
  }, 500);
  watch.unref();
}
// Started otherwise, it may be left behind on purpose.
if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') watchNpm();
