import { isPrivatePortal } from '../config.ts';
import { type Added, addDemoData, demoData, largeDemoData } from '../seed/demo-data.ts';
import { type Command, readArguments, UsageError } from './command.ts';
import type { CommandCore } from './command-core.ts';

/** The database is not a development portal's. */
export class SeedRefused extends Error {
  override readonly name = 'SeedRefused';
}

/** Adds the missing demo data, small or large, to a development database. Throws SeedRefused. */
async function seed(command: CommandCore, isLarge = false): Promise<Added> {
  if (!isPrivatePortal(command.core.config)) {
    throw new SeedRefused(
      'Demo data is for a development portal on this machine: production, and a PUBLIC_URL elsewhere, get none.',
    );
  }
  return addDemoData(command, (isLarge ? largeDemoData : demoData)(new Date()));
}

const USAGE = 'npm run seed -- [--large]';

/** `seed`: the demo data of a development portal. */
export const seedCommand: Command = {
  usage: USAGE,
  purpose:
    'Adds the demo people, events, press releases and documents that are missing in a development database. With --large there ' +
    'are 300 people, 60 press releases, 70 documents of up to 60 MB and 16 events.',
  read(args) {
    const { values, positionals } = readArguments(args, USAGE, { large: { type: 'boolean' } });
    if (positionals.length > 0) throw new UsageError(`Usage: ${USAGE}`);
    return async (command) => {
      const added = Object.entries(await seed(command, values.large)).map(([kind, count]) => `${count} ${kind}`);
      return `Demo data added: ${added.join(', ')}.`;
    };
  },
};
