import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../tools/commands/root.ts';

const API = readFileSync(join(ROOT, 'services/api/src/platform/database/trouble.ts'), 'utf8');
const [, sentence] = /\bunknown: '(.+)'/.exec(API) ?? [];
if (sentence === undefined) throw new Error('The API has no sentence for a change without an outcome any more.');

/** What an edge says of a change that a process has and did not answer: its outcome in the words of the API. */
export const MAY_BE_DONE = `No process of the service answered. ${sentence}`;
/** What an edge says of a request that no process has. */
export const NOT_SENT = 'No process of the service answers. Try again in a moment.';
