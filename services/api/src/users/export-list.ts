import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Stringifier, stringify } from 'csv-stringify';
import { NEVER } from './complete-records.ts';
import { rolesOf } from './model.ts';
import type { ListedUser, UserPage, UserSearch } from './user-list.ts';

/** How many people are read at once. */
const PAGE = 500;
/** How many people a file has at most. */
const MOST = 100_000;

const COLUMNS = ['email', 'name', 'roles', 'added', 'lastSignIn'];

const lineOf = (user: ListedUser) => [
  user.email,
  user.name,
  rolesOf(user).join(' '),
  user.createdAt.toISOString(),
  user.lastSignInAt !== undefined && user.lastSignInAt > NEVER ? user.lastSignInAt.toISOString() : '',
];

/** Returns what writes lines for a spreadsheet, which must not take a name for a formula. */
function csv(): Stringifier {
  return stringify({ bom: true, header: true, columns: COLUMNS, escape_formulas: true, record_delimiter: 'windows' });
}

/** Yields the lines of this page and of those after it. */
async function* linesFrom(
  first: UserPage,
  next: (cursor: string) => Promise<UserPage>,
): AsyncGenerator<readonly string[]> {
  let page = first;
  for (let count = 0; ; ) {
    for (const user of page.users) yield lineOf(user);
    count += page.users.length;
    if (page.nextCursor === null || count >= MOST) return;
    page = await next(page.nextCursor);
  }
}

/**
 * Writes people as a file for a spreadsheet, page by page, as fast as it is taken. Rejects before anything is written when
 * the first page cannot be read. `begin` is called once it can.
 */
export async function writeUserFile(
  list: (search: UserSearch) => Promise<UserPage>,
  query: Omit<UserSearch, 'limit' | 'cursor'>,
  to: Writable,
  begin: () => Promise<void>,
): Promise<void> {
  const first = await list({ ...query, limit: PAGE });
  await begin();
  const lines = linesFrom(first, (cursor) => list({ ...query, limit: PAGE, cursor }));
  await pipeline(lines, csv(), to).catch((error: unknown) => {
    // Whoever went away needs no more of it.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  });
}
