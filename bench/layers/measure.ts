import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { addressOf, readUser } from '@cytocomm/contract';
import { startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import { z } from 'zod';
import { askAll, requestOf } from '../sign-in/wire.ts';
import { rotated } from '../statistics.ts';

const CONNECTIONS = 16;
const REQUESTS = 3000;

/** Processor time of a server that does one layer of a request, in µs a request, round by round. */
export interface LayerFigure {
  /** `nothing` is Express that answers at once. */
  readonly layer: string;
  readonly micros: readonly number[];
}

const startedSchema = z.object({ urls: z.record(z.string(), z.url()), email: z.string(), bearer: z.string() });

async function startProgram(uri: string) {
  const api = dirname(fileURLToPath(import.meta.resolve('@cytocomm/api')));
  const secret = () => randomBytes(32).toString('hex');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(api, 'testing', 'layers-program.ts')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        MONGODB_URI: uri,
        PUBLIC_URL: 'https://portal.example',
        MAIL_FROM: 'portal@portal.example',
        CONTACT_EMAIL: 'hello@portal.example',
        SESSION_SECRET: secret(),
        TOKEN_SECRET: secret(),
      },
    },
  );
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const next = async (): Promise<unknown> => JSON.parse(String((await once(lines, 'line'))[0]));
  return {
    ...startedSchema.parse(await next()),
    /** Returns the processor time that it has taken, in µs. */
    micros: async () => {
      const answered = next();
      child.stdin.write('\n');
      return z.number().parse(await answered);
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Measures what each layer of a request costs a server, in turn, another first in each round. */
export async function measureLayers(rounds: number, say: (line: string) => void): Promise<readonly LayerFigure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-layers-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const mongo = started.adopt(await startEmbeddedMongo({ dataDir }), (server) => server.stop());
  const database = new URL(mongo.uri);
  database.pathname = '/portal';
  const program = started.use(await startProgram(database.href));
  const request = requestOf('GET', addressOf(readUser, { email: program.email }), { Authorization: program.bearer });
  const requests = Array.from({ length: REQUESTS }, () => request);
  const figures = Object.entries(program.urls).map(([layer, url]) => ({ layer, url, micros: [] as number[] }));
  const ask = async (url: string) => {
    const before = await program.micros();
    await askAll(url, CONNECTIONS, requests, ({ status, body }) => {
      if (status !== 200) throw new Error(`a layer answered ${status}: ${body}`);
    });
    return ((await program.micros()) - before) / REQUESTS;
  };
  for (const { url } of figures) await ask(url);
  for (let round = 0; round < rounds; round += 1)
    for (const { url, micros } of rotated(figures, round)) micros.push(await ask(url));
  for (const { layer, micros } of figures) say(`  ${layer}: ${micros.map((each) => each.toFixed(0)).join(', ')} µs`);
  return figures.map(({ layer, micros }) => ({ layer, micros }));
}
