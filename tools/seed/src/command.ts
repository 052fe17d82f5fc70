import { isPrivatePortal } from '@cytocomm/api';
import { type Command, type CommandCore, readArguments, UsageError } from '@cytocomm/api/seeding';
import { ConfigurationError } from '@cytocomm/runtime';
import { addDemoData, demoData, largeDemoData } from './demo-data.ts';
import { addRows, ROW_LISTS, type RowList } from './rows.ts';

/** The database is not a development portal's. */
class SeedRefused extends ConfigurationError {
  override readonly name = 'SeedRefused';
}

/** What is to be added: the demo data, small or large, or so many records to each of some lists. */
type Wanted = { readonly isLarge: boolean } | { readonly rows: number; readonly lists: readonly RowList[] };

/** Adds what is missing of it to a development database. Returns how many of each kind. Throws SeedRefused. */
async function seed(command: CommandCore, wanted: Wanted): Promise<Readonly<Record<string, number>>> {
  if (!isPrivatePortal(command.core.config)) {
    throw new SeedRefused(
      'Demo data is for a development portal on this machine: production, and a PUBLIC_URL elsewhere, get none.',
    );
  }
  if ('rows' in wanted) return addRows(command.core, wanted.rows, wanted.lists);
  return addDemoData(command, (wanted.isLarge ? largeDemoData : demoData)(new Date()));
}

const USAGE = 'npm run seed -- [--large | --rows NUMBER [LIST …]]';
const MAX_ROWS = 1_000_000;

function readWanted(args: readonly string[]): Wanted {
  const options = { large: { type: 'boolean' }, rows: { type: 'string' } } as const;
  const { values, positionals } = readArguments(args, USAGE, options);
  const { large: isLarge = false, rows: text } = values;
  const lists = positionals.map((word) => {
    const list = ROW_LISTS.find((each) => each === word);
    if (list === undefined) throw new UsageError(`There is no list "${word}". Usage: ${USAGE}`);
    return list;
  });
  if (text === undefined && lists.length === 0) return { isLarge };
  const rows = Number(text);
  if (isLarge || !Number.isInteger(rows) || rows < 1 || rows > MAX_ROWS)
    throw new UsageError(`--rows wants a number from 1 to ${MAX_ROWS}. Usage: ${USAGE}`);
  return { rows, lists: lists.length === 0 ? ROW_LISTS : lists };
}

/** `seed`: the demo data of a development portal. */
export const seedCommand: Command = {
  usage: USAGE,
  purpose:
    'Adds the demo people, events, press releases and documents that are missing in a development database. With --large there ' +
    'are 300 people, 60 press releases, 70 documents of up to 60 MB and 16 events. With --rows so many records ' +
    `fill each list, or those that are named; the documents have no files. Lists: ${ROW_LISTS.join(', ')}.`,
  read(args) {
    const wanted = readWanted(args);
    return async (command) => {
      const added = Object.entries(await seed(command, wanted)).map(([kind, count]) => `${count} ${kind}`);
      return `Demo data added: ${added.join(', ')}.`;
    };
  },
};
