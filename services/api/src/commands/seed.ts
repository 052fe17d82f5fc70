import { isPrivatePortal } from '../config.ts';
import { seedDocuments } from '../seed/documents.ts';
import { seedEvents } from '../seed/events.ts';
import { seedPressReleases } from '../seed/press-releases.ts';
import { type Command, readNothing } from './command.ts';
import type { CommandCore } from './command-core.ts';
import { seedPeople } from './people.ts';

/** Demo data is for development only. */
export class SeedRefused extends Error {
  override readonly name = 'SeedRefused';
}

/** Adds what is missing of one kind of demo data; gives how many. */
type Seed = (command: CommandCore) => Promise<number>;

/** All the demo data, in the order in which it is added. */
const SEEDS: Readonly<Record<string, Seed>> = {
  people: ({ users }) => seedPeople(users),
  events: ({ core }) => seedEvents(core),
  'press releases': ({ core }) => seedPressReleases(core),
  documents: ({ core }) => seedDocuments(core),
};

/** Fills a development database with demo data. Run again, it adds only what is missing. */
export async function seed(command: CommandCore): Promise<Readonly<Record<string, number>>> {
  if (!isPrivatePortal(command.core.config)) {
    throw new SeedRefused(
      'Demo data is for a development portal on this machine: production, and a PUBLIC_URL elsewhere, get none.',
    );
  }
  const added: Record<string, number> = {};
  for (const [kind, run] of Object.entries(SEEDS)) added[kind] = await run(command);
  return added;
}

const USAGE = 'npm run seed';

/** `seed`: the demo data of a development portal. */
export const seedCommand: Command = {
  usage: USAGE,
  purpose: 'Adds the demo people, events, press releases and documents that are missing in a development database.',
  read(args) {
    readNothing(args, USAGE);
    return async (command) => {
      const added = Object.entries(await seed(command)).map(([kind, count]) => `${count} ${kind}`);
      return `Demo data added: ${added.join(', ')}.`;
    };
  },
};
