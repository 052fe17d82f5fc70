import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitForLine } from '@cytocomm/runtime/start';
import { z } from 'zod';
import { PROGRAM_ENVIRONMENT } from './processes.ts';

const portSchema = z.object({ port: z.number() });

/** A team's own backend, in a process of its own. */
export interface RunningBackend {
  /** Returns the status and body of its answer to a call with this token. */
  ask(token: string): Promise<{ readonly status: number; readonly body: unknown }>;
  stop(): Promise<void>;
}

/** Starts a backend that takes tokens of a portal for this audience and remote. */
export async function startBackend(portalUrl: string, audience: string, remote: string): Promise<RunningBackend> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(__dirname, 'backend-program.ts')],
    {
      env: { ...PROGRAM_ENVIRONMENT, PORTAL_URL: portalUrl, AUDIENCE: audience, REMOTE: remote },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const { port } = await waitForLine('the backend', child, (line) => portSchema.parse(JSON.parse(line)));
  return {
    ask: async (token) => {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { Authorization: `Bearer ${token}` } });
      return { status: answer.status, body: await answer.json() };
    },
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
