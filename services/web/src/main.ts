import { mkdir, stat } from 'node:fs/promises';
import { CannotListen, ConfigurationError, createLog, runService } from '@cytocomm/runtime';
import { cannotStart, drainDelayOf, readWebConfig, signersOf } from './config.ts';
import { lockFolder } from './lock-source.ts';
import { startReplica } from './replica/index.ts';
import { createWebService, WEB_BUILD } from './web-service.ts';

/** Returns what is wrong with a folder that is served as it is, or that a database fills and which is made; undefined for nothing. */
async function folderFault(variable: string, path: string, isFilled: boolean): Promise<string | undefined> {
  if (isFilled) {
    const isMade = await mkdir(path, { recursive: true }).then(
      () => true,
      () => false,
    );
    return isMade ? undefined : `${variable}: the folder ${path} cannot be made`;
  }
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() ? undefined : `${variable}: there is no folder ${path}`;
}

async function run(): Promise<void> {
  const config = readWebConfig(process.env);
  const { RELEASES_DIR, LOCKS_DIR, MONGODB_URI } = config;
  const folders = Object.entries({ RELEASES_DIR, LOCKS_DIR });
  const wrong = await Promise.all(folders.map(([name, path]) => folderFault(name, path, MONGODB_URI !== undefined)));
  const faults = wrong.filter((fault) => fault !== undefined);
  if (faults.length > 0) throw cannotStart(faults);
  const log = createLog(config.LOG_LEVEL, WEB_BUILD);
  const replica = MONGODB_URI === undefined ? undefined : startReplica(MONGODB_URI, config, log);
  const locks = lockFolder(LOCKS_DIR, log, signersOf(config));
  const service = await createWebService({ config, locks, log, replica });
  const settings = {
    host: config.HOST,
    port: config.PORT,
    operatorHost: config.OPERATOR_HOST,
    operatorPort: config.OPERATOR_PORT,
    drainDelayMs: drainDelayOf(config),
    trustProxy: config.TRUST_PROXY,
  };
  await runService(service, settings, log);
}

run().catch((error: unknown) => {
  const isExpected = error instanceof ConfigurationError || error instanceof CannotListen;
  const words = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  process.stderr.write(`${words}\n`);
  process.exit(1);
});
