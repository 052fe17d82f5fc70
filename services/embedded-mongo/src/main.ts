import { parseArgs } from 'node:util';
import { UnusableDataError } from './data-directory.ts';
import { startServer } from './server.ts';

/** The embedded database as a process: it says in one line of JSON on stdout that it is ready, or why it cannot be. */
const PRODUCTION_SWITCH = 'EMBEDDED_MONGO_IN_PRODUCTION';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string' },
      port: { type: 'string', default: '0' },
      'ttl-interval-ms': { type: 'string', default: '60000' },
      'end-with-stdin': { type: 'boolean', default: false },
    },
  });
  const dataDir = values['data-dir'];
  if (dataDir === undefined) throw new UnusableDataError('Say where the data is: --data-dir DIRECTORY');
  if (process.env.NODE_ENV === 'production' && process.env[PRODUCTION_SWITCH] !== 'yes') {
    throw new UnusableDataError(
      `The embedded database is not for production: set MONGODB_URI to use a MongoDB server, or ${PRODUCTION_SWITCH}=yes to use it all the same.`,
    );
  }
  const server = await startServer({
    dataDir,
    port: Number(values.port),
    ttlIntervalMs: Number(values['ttl-interval-ms']),
  });
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (values['end-with-stdin']) {
    process.stdin.on('end', stop).on('error', stop).resume();
  }
  say({ port: server.port, pid: process.pid });
}

function say(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

main().catch((cause: unknown) => {
  say({ error: cause instanceof Error ? cause.message : String(cause) });
  process.exitCode = 1;
});
