import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openReleaseDesk, type ReleaseDesk, runCommand } from '@cytocomm/api';
import { type EmbeddedMongo, startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import { readDatabaseAddress } from '@cytocomm/runtime/database';
import { readSettingFiles } from '@cytocomm/runtime/settings';
import { SEED_COMMANDS } from '@cytocomm/seed';
import { hasSecrets, openDataDir, readSecrets } from './data-dir.ts';
import { addressesIn } from './run-file.ts';
import { CannotStart, type PortalSettings, readSettings, throwCannotStart } from './settings.ts';

/** What the portal's database on a fresh machine is called. */
const DATABASE_NAME = 'portal';

/** Whether a data folder holds a database, so that to start it makes no new one. */
function holdsDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'database', 'database.sqlite'));
}

/** Starts the embedded database of a data folder; its address names the database, so that clients need not guess. `port` 0 is a free one. */
export async function startOwnDatabase(dataDir: string, port = 0): Promise<EmbeddedMongo> {
  const server = await startEmbeddedMongo({ dataDir: join(dataDir, 'database'), port });
  const address = new URL(server.uri);
  address.pathname = `/${DATABASE_NAME}`;
  return { ...server, uri: address.href };
}

/** The database that a command acts on. */
export interface CommandDatabase {
  readonly uri: string;
  /** Whose it is, where its address does not tell. */
  readonly whose?: string;
  /** The settings of the command: those given, in development with the secrets of the data folder. */
  readonly variables: Environment;
  /** Ends what was started for the command. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

function isElsewhere(uri: string): boolean {
  return readDatabaseAddress(uri)?.isLocal === false;
}

/**
 * The database of MONGODB_URI (or of the file MONGODB_URI_FILE), else that of the portal that runs over the data folder, else the one in the data folder,
 * which is started until `stop`. A new one is never made. Throws CannotStart that says what to set.
 */
export async function findDatabase(given: Environment): Promise<CommandDatabase> {
  const { variables, faults } = readSettingFiles(given, ['MONGODB_URI']);
  if (faults.length > 0) throw new CannotStart(`${faults.join('; ')}.`);
  const { MONGODB_URI, NODE_ENV, DATA_DIR } = readSettings(variables);
  const dataDir = resolve(DATA_DIR);
  const found = (uri: string, environment: PortalSettings['NODE_ENV'] = NODE_ENV) => {
    const secrets = environment !== 'production' && hasSecrets(dataDir) ? readSecrets(dataDir) : {};
    const own = { NODE_ENV: environment, MONGODB_URI: uri, MONGODB_URI_FILE: undefined };
    return { uri, variables: { ...secrets, ...given, ...own }, stop: async () => undefined };
  };
  // A database on another machine is one of production, unless NODE_ENV says otherwise.
  if (MONGODB_URI) return found(MONGODB_URI, !given.NODE_ENV && isElsewhere(MONGODB_URI) ? 'production' : NODE_ENV);
  if (NODE_ENV === 'production')
    throw new CannotStart(
      'In production MONGODB_URI has to name the database: set it, or MONGODB_URI_FILE, as the API processes have it.',
    );
  const running = addressesIn(dataDir);
  if (running) return { ...found(running.mongoUri), whose: `of the running portal ${running.url}` };
  if (!holdsDatabase(dataDir))
    throw new CannotStart(
      `There is no database to act on: MONGODB_URI is not set, and the data folder ${dataDir} (DATA_DIR) holds none. Set MONGODB_URI, or DATA_DIR to the folder of a portal that was started before.`,
    );
  const { uri, stop } = await startOwnDatabase(openDataDir(dataDir)).catch(throwCannotStart);
  return { ...found(uri), whose: `the embedded one in ${dataDir}`, stop };
}

/** Fills the database with demo data on the first start over a data folder. Never called in production. */
export async function seedOnFirstRun(
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<void> {
  const marker = join(dataDir, `seeded-${DATABASE_NAME}`);
  if (existsSync(marker)) return;
  say(await runCommand('seed', [], { ...environment, LOG_LEVEL: 'error' }, { commands: SEED_COMMANDS }));
  writeFileSync(marker, '', { mode: 0o600 });
}

/**
 * Opens releases and locks over the database that a command means: MONGODB_URI, the running portal's, or the one in the data
 * folder. It needs no API and no browser. Throws CannotStart and what `openReleaseDesk` throws.
 */
export async function openDesk(given: NodeJS.ProcessEnv): Promise<ReleaseDesk & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const { variables, stop } = await findDatabase(given);
  opened.defer(stop);
  const desk = opened.use(await openReleaseDesk(variables));
  const moved = opened.move();
  return { ...desk, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}
