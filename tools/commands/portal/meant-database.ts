import { resolve } from 'node:path';
import { readDatabaseAddress } from '@cytocomm/runtime/database';
import { readSettingFiles } from '@cytocomm/runtime/settings';
import { openDataDir } from './data-dir.ts';
import { holdsDatabase, startOwnDatabase } from './own-database.ts';
import { addressesIn } from './run-file.ts';
import { CannotStart, type PortalSettings, readSettings } from './settings.ts';

/** The database that a command acts on. */
export interface MeantDatabase {
  readonly uri: string;
  /** Whose it is, where its address does not tell. */
  readonly whose?: string;
  /** What the command's own settings are to be judged as. */
  readonly environment: PortalSettings['NODE_ENV'];
  /** Ends what was started for the command. */
  stop(): Promise<void>;
}

const NOTHING_TO_STOP = async () => undefined;

type Environment = Readonly<Record<string, string | undefined>>;

function isElsewhere(uri: string): boolean {
  return readDatabaseAddress(uri)?.isLocal === false;
}

/**
 * The database of MONGODB_URI (or of the file MONGODB_URI_FILE), else that of the portal that runs over the data folder, else the one in the data folder,
 * which is started until `stop`. A new one is never made. Throws CannotStart that says what to set.
 */
export async function findMeantDatabase(given: Environment): Promise<MeantDatabase> {
  const { variables, faults } = readSettingFiles(given, ['MONGODB_URI']);
  if (faults.length > 0) throw new CannotStart(`${faults.join('; ')}.`);
  const { MONGODB_URI, NODE_ENV, DATA_DIR } = readSettings(variables);
  if (MONGODB_URI) {
    // A database on another machine is one of production, unless NODE_ENV says otherwise.
    const environment = !given.NODE_ENV && isElsewhere(MONGODB_URI) ? 'production' : NODE_ENV;
    return { uri: MONGODB_URI, environment, stop: NOTHING_TO_STOP };
  }
  if (NODE_ENV === 'production')
    throw new CannotStart(
      'In production MONGODB_URI has to name the database: set it, or MONGODB_URI_FILE, as the API processes have it.',
    );
  const dataDir = resolve(DATA_DIR);
  const running = addressesIn(dataDir);
  if (running) {
    const whose = `of the running portal ${running.url}`;
    return { uri: running.mongoUri, whose, environment: NODE_ENV, stop: NOTHING_TO_STOP };
  }
  if (!holdsDatabase(dataDir))
    throw new CannotStart(
      `There is no database to act on: MONGODB_URI is not set, and the data folder ${dataDir} (DATA_DIR) holds none. Set MONGODB_URI, or DATA_DIR to the folder of a portal that was started before.`,
    );
  try {
    const { uri, stop } = await startOwnDatabase(openDataDir(dataDir));
    return { uri, whose: `the embedded one in ${dataDir}`, environment: NODE_ENV, stop };
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
