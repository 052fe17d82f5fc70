import { z } from 'zod';

const PORT = 'a port number from 0 to 65535';
// Not those of services/runtime: every command loads this file, and the services with it would take it longer.
const word = z.string().regex(/\S/, 'not blank');
const port = word.pipe(z.coerce.number<string>(PORT).int(PORT).min(0, PORT).max(65535, PORT));

/** The settings as they stand in an environment; docs/run-it/settings.md has the table of them. */
export const settingsSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production'], 'development, test or production').default('development'),
  HOST: word.default('localhost'),
  /** 0 takes a free port. */
  PORT: port.default(3000),
  OPERATOR_PORT: port.default(0),
  MAILBOX_PORT: port.default(0),
  /** Everything that outlives the process: database, releases, locks, secrets and run.json. */
  DATA_DIR: word.default('.portal'),
  MONGODB_URI: word.optional(),
  /** Read by the embedded database. */
  EMBEDDED_MONGO_IN_PRODUCTION: z.literal('yes', '"yes" or nothing').optional(),
  SMTP_URL: word.optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
});

/** The settings of `npm start`; those of the services themselves are checked by the services. */
export type PortalSettings = z.output<typeof settingsSchema>;

/** Something that stops the start; the message is one sentence for the person at the terminal. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** Throws the words of an error as CannotStart. */
export function throwCannotStart(error: unknown): never {
  throw new CannotStart(error instanceof Error ? error.message : String(error), { cause: error });
}

/** Returns why a portal cannot start: what is wrong with its settings, each once. */
export function wrongSettings(faults: readonly string[]): CannotStart {
  return new CannotStart(`The portal cannot start, these settings are wrong: ${[...new Set(faults)].join('; ')}.`);
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the settings, and a sentence for each wrong variable. */
export function parseSettings(env: Variables) {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { data, error } = settingsSchema.safeParse(filled);
  return { data, faults: (error?.issues ?? []).map(({ path, message }) => `${String(path[0])}: ${message}`) };
}

/** Reads the settings once. Throws CannotStart that names each wrong variable. */
export function readSettings(env: Variables): PortalSettings {
  const { data, faults } = parseSettings(env);
  if (data === undefined) throw wrongSettings(faults);
  return data;
}
