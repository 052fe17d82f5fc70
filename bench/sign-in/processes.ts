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
}

const START_TIMEOUT_MS = 120_000;
const startedSchema = z.object({ url: z.url() });

async function start(script: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${script} did not start in time`)), START_TIMEOUT_MS);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
    lines.on('line', (line) => {
      // The log of the service is read and dropped, as a file would take it.
      if (!line.startsWith('{"url"')) return;
      clearTimeout(timer);
      resolve(startedSchema.parse(JSON.parse(line)).url);
    });
  });
  return { url, [Symbol.asyncDispose]: stop };
}

/** The API as in production, on one database. It listens when it is ready. */
export function startApi(mongoUri: string, smtpUrl: string): Promise<ServerProcess> {
  const main = join(dirname(fileURLToPath(import.meta.resolve('@cytocomm/api'))), 'main.ts');
  return start(main, [], {
    MONGODB_URI: mongoUri,
    SMTP_URL: smtpUrl,
    PUBLIC_URL,
    MAIL_FROM: 'portal@portal.example',
    CONTACT_EMAIL: 'hello@portal.example',
    PORT: '0',
    OPERATOR_PORT: '0',
    // Each person asks from an address of their own, as behind the edge proxy.
    TRUST_PROXY: 'loopback',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    TOKEN_SECRET: randomBytes(32).toString('hex'),
  });
}

/** The bare handler, on the same database. */
export function startBare(mongoUri: string): Promise<ServerProcess> {
  return start(join(import.meta.dirname, 'bare-server.ts'), [mongoUri], {});
}
