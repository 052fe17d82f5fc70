import {
  ConfigurationError,
  ENVIRONMENTS,
  LOG_LEVELS,
  nodeFaults,
  oneOf,
  readSettingFiles,
  yesSchema,
} from '@cytocomm/runtime';
import { databaseFaults, readDatabaseAddress } from '@cytocomm/runtime/database';
import { NoChromium, presentChromium } from '@cytocomm/trial-run';
import { z } from 'zod';

/** The settings; docs/run-it/settings.md has their table. */
export const settingsSchema = z.object({
  NODE_ENV: z.enum(ENVIRONMENTS, oneOf(ENVIRONMENTS)).default('production'),
  /** The database whose releases are tried. */
  MONGODB_URI: z
    .string('is missing')
    .refine((value) => readDatabaseAddress(value) !== undefined, 'a mongodb:// address that the driver understands'),
  /** `yes` allows a database on another machine without TLS. */
  MONGODB_WITHOUT_TLS: yesSchema,
  /** `yes` allows a database on another machine without a user and a password. */
  MONGODB_WITHOUT_PASSWORD: yesSchema,
  /** The program of a Chromium; by default the system's, else Playwright's. */
  CHROMIUM_PATH: z.string().min(1).optional(),
  /** `yes` starts Chromium without its own walls around pages: where the container around it is the wall. Root has none. */
  CHROMIUM_WITHOUT_SANDBOX: yesSchema,
  LOG_LEVEL: z.enum(LOG_LEVELS, oneOf(LOG_LEVELS)).default('info'),
});

/** The settings of services/trials. */
export type TrialsConfig = z.output<typeof settingsSchema> & {
  /** The program that is started. */
  readonly chromium: string;
};

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the program of a Chromium, or what is wrong. */
function chromiumOf(variables: Variables, find: typeof presentChromium): { chromium?: string; fault?: string } {
  try {
    const chromium = find(variables);
    return chromium === undefined
      ? { fault: 'CHROMIUM_PATH: there is no Chromium here; install or name one' }
      : { chromium };
  } catch (error) {
    if (!(error instanceof NoChromium)) throw error;
    return { fault: `CHROMIUM_PATH: ${variables.CHROMIUM_PATH} is no program that can be started here` };
  }
}

/**
 * Returns the settings; an empty variable is unset, and that of `NAME_FILE` is in the file. Throws ConfigurationError, also
 * where `find` finds no Chromium.
 */
export function readTrialsConfig(env: Variables, find = presentChromium): TrialsConfig {
  const { variables, faults: fileFaults } = readSettingFiles(env, Object.keys(settingsSchema.shape));
  const parsed = settingsSchema.safeParse(variables);
  const wrong = (parsed.error?.issues ?? []).map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`);
  const faults = [...fileFaults, ...new Set(wrong)];
  faults.push(...databaseFaults(variables), ...nodeFaults(variables));
  const { chromium, fault } = chromiumOf(variables, find);
  if (fault !== undefined) faults.push(fault);
  if (!parsed.success || chromium === undefined || faults.length > 0)
    throw new ConfigurationError(`services/trials cannot start. ${faults.join('; ')}.`);
  return { ...parsed.data, chromium };
}
