import { seedCommand } from './command.ts';

/** The commands that a checkout has besides those of the API, for `runCommand`. */
export const SEED_COMMANDS = { seed: seedCommand };
