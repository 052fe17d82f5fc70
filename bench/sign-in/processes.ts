import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The portal's public address in this measurement; nothing listens there. */
export const PUBLIC_URL = 'https://portal.example';

/** A server in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

/** An API process. */
export interface ApiProcess extends ServerProcess {
  readonly operatorUrl: string;
}

/** What the API processes of one portal sign with, and seal the audit trail. */
export interface Secrets {
  readonly SESSION_SECRET: string;
  readonly TOKEN_SECRET: string;
}

/** Returns secrets of a portal of its own. */
export function newSecrets(): Secrets {
  const secret = () => randomBytes(32).toString('hex');
  return { SESSION_SECRET: secret(), TOKEN_SECRET: secret() };
}

const START_TIMEOUT_MS = 120_000;
const startedSchema = z.object({ url: z.url() });
const apiSchema = startedSchema.extend({ operatorUrl: z.url() });

/** Starts a server that writes where it listens as a line of JSON. */
async function start<Place extends z.output<typeof startedSchema>>(
  placeSchema: z.ZodType<Place>,
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Place & ServerProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Whatever ends the measurement: a service listens on without it.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      process.off('exit', kill);
      resolve();
    }),
  );
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const lines = createInterface({ input: child.stdout });
  const place = await new Promise<Place>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${script} did not start in time`)), START_TIMEOUT_MS);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
    lines.on('line', (line) => {
      // The log of the service is read and dropped, as a file would take it.
      if (!line.startsWith('{"url"')) return;
      clearTimeout(timer);
      resolve(placeSchema.parse(JSON.parse(line)));
    });
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${script} has no process`);
  return { ...place, pid, [Symbol.asyncDispose]: stop };
}

/** The API as in production, on one database; processes of one portal share their secrets. It listens when it is ready. */
export function startApi(mongoUri: string, smtpUrl: string, secrets = newSecrets()): Promise<ApiProcess> {
  const main = join(dirname(fileURLToPath(import.meta.resolve('@cytocomm/api'))), 'main.ts');
  return start(apiSchema, main, [], {
    MONGODB_URI: mongoUri,
    SMTP_URL: smtpUrl,
    PUBLIC_URL,
    MAIL_FROM: 'portal@portal.example',
    CONTACT_EMAIL: 'hello@portal.example',
    PORT: '0',
    OPERATOR_PORT: '0',
    // Each person asks from an address of their own, as behind the edge proxy.
    TRUST_PROXY: 'loopback',
    // Whoever stops it asks nothing of it any more.
    DRAIN_DELAY: '0',
    ...secrets,
  });
}

/** The bare handler, on the same database. */
export function startBare(mongoUri: string): Promise<ServerProcess> {
  return start(startedSchema, join(import.meta.dirname, 'bare-server.ts'), [mongoUri], {});
}
