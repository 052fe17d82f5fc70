import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The bare contender, until it is disposed of. */
export interface BareProcess extends AsyncDisposable {
  readonly url: string;
}

/** Starts the bare contender over the portal's database. */
export async function startBare(mongoUri: string): Promise<BareProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), mongoUri], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { port }: { readonly port: number } = JSON.parse(String(line));
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
