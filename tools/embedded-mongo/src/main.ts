import { parseArgs } from 'node:util';
import { startServer } from './server.ts';

/** Runs the embedded database as a process. It reports on stdout, in one line of JSON, that it is ready or why it is not. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string', default: '.embedded-mongo' },
      port: { type: 'string', default: '0' },
      'ttl-interval-ms': { type: 'string', default: '60000' },
      'end-with-stdin': { type: 'boolean', default: false },
    },
  });
  if (process.env.NODE_ENV === 'production' && process.env.EMBEDDED_MONGO_IN_PRODUCTION !== 'yes') {
    const remedy =
      'set MONGODB_URI to use a MongoDB server, or EMBEDDED_MONGO_IN_PRODUCTION=yes to use it all the same';
    throw new Error(`The embedded database is not for production: ${remedy}.`);
  }
  // Only the owner may read the files.
  process.umask(0o077);
  const server = await startServer(values['data-dir'], Number(values.port), Number(values['ttl-interval-ms']));
  const stop = () => server.close().then(() => process.exit(0));
  const isChild = values['end-with-stdin'];
  process.once('SIGTERM', stop);
  // Ctrl-C in a terminal reaches all processes at once: the parent ends its children in their order.
  process.on('SIGINT', () => isChild || stop());
  if (isChild) process.stdin.once('end', stop).resume();
  writeLine({ port: server.port, pid: process.pid });
}

const writeLine = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

main().catch((cause: unknown) => {
  writeLine({ error: cause instanceof Error ? cause.message : String(cause) });
  process.exitCode = 1;
});
