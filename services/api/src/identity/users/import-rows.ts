import {
  cleanedName,
  emailSchema,
  groupNamed,
  MAX_GROUPS_OF_PERSON,
  MAX_ROLES_OF_PERSON,
  pastedMailbox,
  personNameSchema,
  type Role,
  roleSchema,
  withoutUnseen,
} from '@cytocomm/contract';
import { createYielder } from '../../platform/background/repeated-job.ts';
import { unguarded } from '../../platform/exports/csv-file.ts';
import type { FileRow } from './import-file.ts';

/** A person as a file describes them. */
export interface ImportedPerson {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly groups: readonly string[];
}

/** A row with what it says, or why it is not taken. */
export type JudgedRow = { readonly line: number; readonly email: string } & (
  | { readonly person: ImportedPerson }
  | { readonly outcome: 'repeated' | 'refused'; readonly reason: string }
);

/** How much of an address is shown. */
const MAX_EMAIL_SHOWN = 254;
/** The start of a formula in a spreadsheet; our exports put an apostrophe before it. */
const FORMULA = /^[=+\-@\t\r]/;
/** No space: a name such as “Series A” has one. */
const BETWEEN_GROUPS = /[,;|/]+/;
const BETWEEN_ROLES = /[\s,;|/]+/;
/** How many roles are looked up for one file; a file with more names of roles is not one of people. */
const MAX_LOOKED_UP = 200;

const wordsOf = (roles: string) =>
  [...new Set(withoutUnseen(roles).toLowerCase().split(BETWEEN_ROLES))].filter((word) => word !== '');

/** Returns the role that a word may mean besides itself: many people are investors, each has the role investor. */
const singularOf = (word: string) => word.replace(/s$/, '');

/** Returns the roles that rows name and that may exist. */
export async function rolesNamedIn(rows: readonly FileRow[]): Promise<readonly Role[]> {
  const givesTurn = createYielder();
  const named = new Set<string>();
  for (const { cells } of rows) {
    for (const word of cells === undefined ? [] : wordsOf(cells.roles).flatMap((each) => [each, singularOf(each)]))
      if (named.size < MAX_LOOKED_UP && roleSchema.safeParse(word).success) named.add(word);
    await givesTurn();
  }
  return [...named];
}

/** Returns the role that a word means: that of this name, or of its singular. */
function roleMeantBy(word: string, existing: ReadonlySet<string>): string {
  const singular = singularOf(word);
  return existing.has(singular) || singular === 'admin' || singular === 'developer' ? singular : word;
}

/** Returns why roles are not taken; undefined for those that are. */
function problemOfRoles(words: readonly string[], existing: ReadonlySet<string>): string | undefined {
  if (words.length === 0) return 'No role is named.';
  if (words.includes('admin')) return 'An import cannot make admins: give that role in the list.';
  if (words.includes('developer')) return 'The command line alone gives the role developer.';
  if (words.length > MAX_ROLES_OF_PERSON) return `A person can have at most ${MAX_ROLES_OF_PERSON} roles.`;
  const unknown = words.find((word) => !existing.has(word));
  return unknown === undefined ? undefined : `There is no role “${unknown.slice(0, 40)}”.`;
}

/** Returns the groups that a cell names, or the sentence that says why they are not taken. */
function groupsIn(cell: string): readonly string[] | string {
  const typed = cell.split(BETWEEN_GROUPS).filter((each) => each.trim() !== '');
  if (typed.length > MAX_GROUPS_OF_PERSON) return `A person can be in at most ${MAX_GROUPS_OF_PERSON} groups.`;
  const groups: string[] = [];
  for (const each of typed) {
    const group = groupNamed(each);
    if (group === undefined) return `“${each.trim().slice(0, 40)}” is the name of no group.`;
    if (!groups.includes(group)) groups.push(group);
  }
  return groups;
}

/** Returns a person, or the sentence that says why there is none. */
function personOf({ cells }: FileRow, existing: ReadonlySet<string>): ImportedPerson | string {
  if (cells === undefined) return 'The row has not as many cells as the first line.';
  if (FORMULA.test(cells.email) || FORMULA.test(cells.name))
    return 'The e-mail or name begins like a formula: with =, +, - or @.';
  const mailbox = pastedMailbox(unguarded(cells.email));
  const email = emailSchema.safeParse(mailbox.email);
  if (!email.success) return cells.email === '' ? 'The e-mail is missing.' : 'This is not a valid e-mail address.';
  const names = [unguarded(cells.name), mailbox.name, email.data.slice(0, email.data.indexOf('@'))];
  const written = names.find((each) => cleanedName(each) !== '') ?? '';
  const asWritten = personNameSchema.safeParse(written);
  const name = asWritten.success ? asWritten : personNameSchema.safeParse(cleanedName(written));
  if (!name.success) return `The name is not accepted: ${name.error.issues[0]?.message ?? 'another one'}.`;
  const roles = [
    ...new Set(wordsOf(cells.roles).map((word) => (existing.has(word) ? word : roleMeantBy(word, existing)))),
  ];
  const problem = problemOfRoles(roles, existing);
  if (problem !== undefined) return problem;
  const groups = groupsIn(cells.groups);
  return typeof groups === 'string' ? groups : { email: email.data, name: name.data, roles, groups };
}

/** Returns what rows say, in their order: a person who stands there several times counts once. */
export async function judgeRows(
  rows: readonly FileRow[],
  existing: ReadonlySet<string>,
): Promise<readonly JudgedRow[]> {
  const givesTurn = createYielder();
  const lineOf = new Map<string, number>();
  const judge = (row: FileRow): JudgedRow => {
    const { line } = row;
    const shown = { line, email: (row.cells?.email ?? '').slice(0, MAX_EMAIL_SHOWN) };
    const person = personOf(row, existing);
    if (typeof person === 'string') return { ...shown, outcome: 'refused', reason: person };
    const before = lineOf.get(person.email);
    if (before !== undefined)
      return { ...shown, outcome: 'repeated', reason: `The address stands in line ${before} already.` };
    lineOf.set(person.email, line);
    return { line, email: person.email, person };
  };
  const judged: JudgedRow[] = [];
  for (const row of rows) {
    judged.push(judge(row));
    await givesTurn();
  }
  return judged;
}
