// Runs one of the portal's commands: installs what is missing, then hands over to the pinned Node that is among it.
// This file is the only one that has to run on any Node from version 20 on.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
// npm's own note of what it installed.
const installed = join(root, 'node_modules', '.package-lock.json');

function packagesIn(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

/** Whether every package the lock file asks for is there in its version; what is optional depends on the platform. */
function isInstalled() {
  if (!existsSync(pinnedNode) || !existsSync(installed)) return false;
  const present = packagesIn(installed);
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, link }]) =>
      !path.includes('node_modules/') || optional || link || present[path]?.version === version,
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
const script = join(root, 'scripts', `${command}.ts`);
if (!command || !existsSync(script)) {
  process.stderr.write(`There is no command "${command ?? ''}" in scripts/.\n`);
  process.exit(1);
}
if (!isInstalled()) install();

const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`;
// The channel lets the command notice that this process is gone, however it ended, and stop everything it started.
const child = spawn(pinnedNode, ['--disable-warning=ExperimentalWarning', script, ...rest], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: path },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
