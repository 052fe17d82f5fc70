import { spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitForStart } from '@cytocomm/runtime/start';
import type { Child } from '../portal/child-processes.ts';
import { throwCannotStart } from '../portal/settings.ts';
import { ROOT } from '../workspaces.ts';

const FLAGS = ['--disable-warning=ExperimentalWarning', '--import', join(import.meta.dirname, 'end-with-parent.ts')];
const PROGRAMS = { api: 'services/api/src/main/main.ts', web: 'services/web/src/main.ts' };
/** How long a service may take to end; longer than it takes by itself (services/runtime), in ms. */
const STOP_TIMEOUT_MS = 30_000;

/** A service in a process of its own. */
export interface ServiceProcess extends Child {
  readonly pid: number;
  /** Resolves when it listens. Throws CannotStart. */
  ready(): Promise<void>;
}

/** Starts a service in a process of its own, which ends with this one. Its log goes to the end of a file. */
export function startService(
  service: keyof typeof PROGRAMS,
  settings: Readonly<Record<string, string | undefined>>,
  logFile: string,
): ServiceProcess {
  const child = spawn(process.execPath, [...FLAGS, join(ROOT, PROGRAMS[service])], {
    env: settings,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C in a terminal reaches all processes of a group: these end in their order.
    detached: true,
  });
  const log = openSync(logFile, 'a', 0o600);
  const write = (chunk: Buffer) => {
    try {
      writeSync(log, chunk);
    } catch {
      // A disk without room costs lines of the log: nothing else may wait for it.
    }
  };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', write);
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-2000);
  });
  const listening = new Promise<void>((settle) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('"operatorUrl"')) settle();
    });
  });
  const ended = new Promise<void>((settle) =>
    child.once('close', () => {
      closeSync(log);
      settle();
    }),
  );
  return {
    pid: child.pid ?? 0,
    ended,
    endedWell: () => child.exitCode === 0,
    ready: () => waitForStart(`services/${service}`, child, listening, () => complaints).catch(throwCannotStart),
    stop: async () => {
      child.kill('SIGTERM');
      const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(impatient);
    },
  };
}
