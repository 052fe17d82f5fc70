import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { LOCK_ELEMENT_ID, readLock } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import { z } from 'zod';
import { startProgram } from './processes.ts';

/** An answer as it came over the wire: its body is packed as the headers say. */
export interface PackedAnswer {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Asks for a file in this encoding. Rejects for any answer but a 200. */
export async function answerOf(url: string, encoding: 'br' | 'gzip' | 'identity'): Promise<PackedAnswer> {
  const outgoing = request(url, { headers: { 'Accept-Encoding': encoding }, agent: false }).end();
  const [answer]: IncomingMessage[] = await once(outgoing, 'response');
  if (answer?.statusCode !== 200) throw new Error(`${url} was answered with ${answer?.statusCode}`);
  return { headers: answer.headers, body: Buffer.concat(await answer.toArray()) };
}

const runSchema = z.object({ url: z.string(), mailUrl: z.string(), mongoUri: z.string() });

/** A portal as `npm start` starts it, on free ports over a new data directory, until it is disposed of. */
export interface RunningPortal extends AsyncDisposable, Readonly<z.output<typeof runSchema>> {
  /** The process that serves pages and API; the database is a child of it. */
  readonly pid: number;
}

/** Starts a portal; what it stored is deleted with it. */
export async function startPortal(dataDir: string): Promise<RunningPortal> {
  rmSync(dataDir, { recursive: true, force: true });
  const env = {
    ...process.env,
    ...{ PORT: '0', DATA_DIR: dataDir, MAX_UPLOAD_MB: '1024', LOG_LEVEL: 'error' },
    // Without trial runs: what is measured is published without.
    CHROMIUM_PATH: 'none',
    // Clients have network addresses of their own, as behind the edge proxy.
    TRUST_PROXY: 'loopback',
  };
  const program = await startProgram(['tools/commands/start.ts'], env, /Ready in/);
  return {
    ...runSchema.parse(JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'))),
    pid: program.pid,
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the lock that the pages of a portal run on. Throws LockUnreadable. */
export async function liveLock({ url }: Pick<RunningPortal, 'url'>): Promise<Lock> {
  const html = (await answerOf(url, 'identity')).body.toString();
  // The lock's own `<` are escaped.
  const textContent = new RegExp(`id="${LOCK_ELEMENT_ID}">([^<]*)<`).exec(html)?.[1] ?? null;
  return readLock({ getElementById: () => ({ textContent }) });
}
