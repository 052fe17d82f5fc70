import { stat } from 'node:fs/promises';
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

async function run(): Promise<void> {
  const config = readWebConfig(process.env);
  await checkFolder('RELEASES_DIR', config.RELEASES_DIR);
  const log = createLog(config.LOG_LEVEL).child({ name: 'web' });
  const replica = config.MONGODB_URI === undefined ? undefined : startReplica(config.MONGODB_URI, config, log);
  const locks = lockFolder(config.LOCKS_DIR, log, signersOf(config));
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
