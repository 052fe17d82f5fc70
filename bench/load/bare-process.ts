import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const startedSchema = z.object({ url: z.url() });

/** Starts the bare contender over the portal's database, with the files of a folder. */
export async function startBare(mongoUri: string, dir: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const program = join(import.meta.dirname, 'bare-server.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, mongoUri, dir], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    url: startedSchema.parse(JSON.parse(String(line))).url,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
