import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitForStart } from '@cytocomm/runtime/start';
import { z } from 'zod';

const STACK = join(import.meta.dirname, '..', '..', '..', 'tools', 'commands', 'stack');
const ARGS = [
  '--disable-warning=ExperimentalWarning',
  '--import',
  join(STACK, 'end-with-parent.ts'),
  join(import.meta.dirname, 'smtp-program.ts'),
];
const placeSchema = z.object({ url: z.string(), port: z.number() });
const mailSchema = z.object({ id: z.string(), to: z.string(), token: z.string().optional() });

/** A mail as it came. */
export interface Arrived {
  /** The same in each copy of one mail. */
  readonly id: string;
  readonly to: string;
  /** The token of a sign-in link; undefined in other mails. */
  readonly token: string | undefined;
  /** When it came, by `performance.now()`. */
  readonly at: number;
}

/** A mail server in a process of its own, which may be killed; what it got is kept. */
export interface MailServer {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  /** Kills it (kill -9): it is away until `comeBack`. */
  goAway(): Promise<void>;
  /** Starts another at the same port. */
  comeBack(): Promise<void>;
}

/** Starts a mail server. */
export async function startMailServer(): Promise<MailServer> {
  const arrived: Arrived[] = [];
  async function start(at: number) {
    const child = spawn(process.execPath, [...ARGS, String(at)], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    const opened = Promise.withResolvers<z.infer<typeof placeSchema>>();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message: unknown = JSON.parse(line);
      const place = placeSchema.safeParse(message);
      if (place.success) opened.resolve(place.data);
      else {
        const { id, to, token } = mailSchema.parse(message);
        arrived.push({ id, to, token, at: performance.now() });
      }
    });
    return { child, ended, ...(await waitForStart('the mail server', child, opened.promise)) };
  }
  let server = await start(0);
  const { url, port } = server;
  return {
    url,
    arrived,
    goAway: async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    },
    comeBack: async () => {
      server = await start(port);
    },
  };
}
