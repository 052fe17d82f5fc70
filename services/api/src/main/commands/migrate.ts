import { upgrade } from '../schema/migrations.ts';
import { type Command, readNothing } from './command.ts';

const USAGE = 'npm run migrate';

/** `migrate`: the one command that brings records and indexes up to date. */
export const migrateCommand: Command = {
  usage: USAGE,
  purpose:
    'Brings records and indexes to the form of this version; to be run before new API processes, any number of times.',
  read(args) {
    readNothing(args, USAGE);
    return async ({ core }) => {
      const { applied } = await upgrade(core.database.connection);
      const news = applied.length === 0 ? 'Nothing had to be changed.' : `Applied: ${applied.join(', ')}.`;
      return `Records and indexes are up to date. ${news}`;
    };
  },
};
