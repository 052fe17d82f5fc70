import { mkdir, stat } from 'node:fs/promises';
import { CannotListen, createLog, runService } from '@cytocomm/listener';
import { drainDelayOf, readWebConfig, signersOf, WebConfigurationError } from './config.ts';
import { lockFolder } from './lock-source.ts';
import { startReplica } from './replica/index.ts';
import { createWebService } from './web-service.ts';

/** Throws WebConfigurationError for a missing folder. */
async function checkFolder(variable: string, path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isDirectory())
    throw new WebConfigurationError(`services/web cannot start. ${variable}: there is no folder ${path}.`);
}

/** Makes a folder that a database fills. Throws WebConfigurationError where that is not possible. */
async function makeFolder(variable: string, path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (cause) {
    throw new WebConfigurationError(`services/web cannot start. ${variable}: the folder ${path} cannot be made.`, {
      cause,
    });
  }
}

async function run(): Promise<void> {
  const config = readWebConfig(process.env);
  const { RELEASES_DIR, LOCKS_DIR, MONGODB_URI } = config;
  if (MONGODB_URI === undefined) await checkFolder('RELEASES_DIR', RELEASES_DIR);
  else for (const [variable, path] of Object.entries({ RELEASES_DIR, LOCKS_DIR })) await makeFolder(variable, path);
  const log = createLog(config.LOG_LEVEL).child({ name: 'web' });
  const replica = MONGODB_URI === undefined ? undefined : startReplica(MONGODB_URI, config, log);
  const locks = lockFolder(LOCKS_DIR, log, signersOf(config));
  const service = await createWebService({ config, locks, log, replica });
  const settings = {
    host: config.HOST,
    port: config.PORT,
    operatorHost: config.OPERATOR_HOST,
    operatorPort: config.OPERATOR_PORT,
    drainDelayMs: drainDelayOf(config),
  };
  await runService(service, settings, log);
}

run().catch((error: unknown) => {
  const isExpected = error instanceof WebConfigurationError || error instanceof CannotListen;
  const words = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  process.stderr.write(`${words}\n`);
  process.exit(1);
});
