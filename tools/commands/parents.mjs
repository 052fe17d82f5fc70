// Whether the processes that started this one still live. A signal to npm ends npm and its shell and nothing below them,
// and no child is told of it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;
const isLinux = process.platform === 'linux';

function ps(column, pid) {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
}

/** The parent of a process; undefined when there is no such process (any more). */
function parentOf(pid) {
  try {
    // The name in it may hold spaces and brackets; the parent is the second word after it.
    const words = isLinux ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) : '';
    return Number(isLinux ? words.split(' ')[1] : ps('ppid', pid)) || undefined;
  } catch {
    return undefined;
  }
}

function isNpm(pid) {
  try {
    const command = isLinux ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ps('args', pid);
    return /^npm\b|\bnpm-cli/.test(command);
  } catch {
    return false;
  }
}

/**
 * Calls `gone` once when the parent of this process has ended or, where a shell stands between, the npm above it. Only for
 * what npm started: started otherwise, it may be left behind on purpose.
 */
export function watchParents(gone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const above = isNpm(parent) ? undefined : parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (above === undefined || parentOf(parent) === above)) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY_MS);
  timer.unref();
}
