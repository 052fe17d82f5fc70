import { NoSuchPortal, serveAgainst } from '../dev-server/index.ts';
import { serveHarness } from '../harness/serve-harness.ts';
import { type CommandContext, CommandFailed } from './command-context.ts';

function portOf(value: string | undefined): number {
  if (!value) return 0;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new CommandFailed(`The port is "${value}", which is none: 0 to 65535, where 0 takes a free one.`);
}

/** Serves the remote of this folder, alone or for the pages of a portal, until the process is ended. */
export async function runDev({ dir, options, env, say }: CommandContext): Promise<void> {
  const port = portOf(options.port ?? env.PORT);
  try {
    if (options.against !== undefined) {
      await serveAgainst(dir, { address: options.against, port, say });
      return;
    }
    const { url } = await serveHarness(dir, port);
    say(`It is served alone at ${url}. Ctrl-C ends it.`);
  } catch (cause) {
    if (cause instanceof NoSuchPortal) throw new CommandFailed(cause.message, { cause });
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')
      throw new CommandFailed(`Port ${port} is in use: --port names another one.`, { cause });
    throw cause;
  }
}
