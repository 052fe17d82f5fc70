import { MAX_IMPORT_ROWS_TOLD, type UserImport, type UserImportRow } from '@cytocomm/contract';
import { type Model, Types } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError, invalidFields } from '../../platform/calls/problem.ts';
import { currentRequestId } from '../../platform/calls/request-id.ts';
import type { Change } from '../../platform/changes/change.ts';
import type { Core } from '../../platform/core.ts';
import { beforeWriting } from '../../platform/database/trouble.ts';
import { readPeopleFile } from './import-file.ts';
import { type ImportedPerson, type JudgedRow, judgeRows, rolesNamedIn } from './import-rows.ts';
import { rolesOf, type UserRecord } from './model.ts';
import { announceUser, newUserRecord } from './record.ts';
import type { RoleSource } from './roles.ts';

/** How many people are looked up at once, and how many added by one write: each stands in an index under some 70 keys. */
const LOOKED_UP = 1000;
const ADDED_AT_ONCE = 100;
/**
 * After this time no further batch starts: the answer says where to go on. In ms. Who presses Stop waits as long, and with each
 * answer the whole file is sent and read again.
 */
const WORK_MS = 3000;

/** How an import goes about its file. */
interface ImportOptions {
  readonly dryRun: boolean;
  /** The first row, from 1. */
  readonly from: number;
  /** The import that this goes on with; by default a new one. */
  readonly import?: string | undefined;
  /** Whether the answer names every row; by default at most 200. */
  readonly tellsAll?: boolean;
  /** Throws 401 or 403 once the caller may import no more; called before each batch. */
  readonly admitAgain: () => Promise<unknown>;
}

/** Adds the people of a file, or says what would become of them. Throws 400 for a file that cannot be read. */
export type ImportUsers = (bytes: Buffer, options: ImportOptions, actor: Actor) => Promise<UserImport>;

/** A call of an import. */
interface Part {
  readonly dryRun: boolean;
  readonly id: Types.ObjectId;
}

type Outcome = Omit<UserImportRow, 'line' | 'email'>;

const ADDED: Outcome = { outcome: 'added' };

/** Returns why somebody cannot be added who was deleted and has a passkey. */
export function reasonInBin(email: string): string {
  return `${email} is in the bin, with a passkey. Restore them, or delete them there for good first.`;
}

/** Dependencies of `createUserImport`. */
interface ImportParts {
  readonly table: RoleSource;
  readonly model: Model<UserRecord>;
  /** Returns who of these is in the bin and has a passkey. */
  readonly withPasskeyInBin: (emails: readonly string[]) => Promise<ReadonlySet<string>>;
}

function existsAs(person: ImportedPerson, roles: readonly string[]): Outcome {
  const isSame = roles.length === person.roles.length && person.roles.every((role) => roles.includes(role));
  if (isSame) return { outcome: 'exists', reason: 'They are there already.' };
  const words = roles.length === 0 ? 'no role' : roles.join(', ');
  return { outcome: 'exists', reason: `They are there already, with ${words}; an import changes no one who exists.` };
}

/** Returns that a caller may go on no more. Throws all other errors. */
function mayNot(error: unknown): false {
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return false;
  throw error;
}

/** Returns at most as many rows as an answer names, those that are not added first, by their lines. */
function rowsToReport(rows: readonly UserImportRow[]): UserImportRow[] {
  const notAdded = rows.filter(({ outcome }) => outcome !== 'added');
  const added = rows.filter(({ outcome }) => outcome === 'added');
  return [...notAdded, ...added].slice(0, MAX_IMPORT_ROWS_TOLD).toSorted((a, b) => a.line - b.line);
}

/**
 * Creates the import of people. Each batch is complete, and in the trail, even if the import breaks off: the file is then sent
 * again as it is. No batch starts once the caller may not import any more.
 */
export function createUserImport(core: Core, { table, model, withPasskeyInBin }: ImportParts): ImportUsers {
  async function rolesOfThose(emails: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const existing = await model.find({ email: { $in: emails } }, { email: 1, roles: 1 }).lean();
    return new Map(existing.map((record) => [record.email, rolesOf(record)]));
  }

  /** Adds people in a change, with their rows of the trail. */
  async function addAll(people: readonly ImportedPerson[], id: Types.ObjectId, change: Change) {
    if (people.length === 0) return;
    const records = people.map((person) => newUserRecord({ ...person, import: id }));
    const options = { session: change.session, comment: currentRequestId() };
    const { insertedIds } = await model.collection.insertMany(records, options);
    for (const _id of Object.values(insertedIds)) announceUser(change, 'added', { _id });
    for (const { email, roles, groups } of people) {
      const inGroups = groups.length > 0 && { groups: groups.join(', ') };
      change.audit('user.added', email, { roles: roles.join(', '), ...inGroups, by: 'an import' });
    }
  }

  /** Returns what becomes of people, by their addresses. Those who are new are added in the change, if there is one. */
  async function outcomesOf(people: readonly ImportedPerson[], id: Types.ObjectId, change?: Change) {
    const rolesThere = await rolesOfThose(people.map(({ email }) => email));
    const unknown = people.filter(({ email }) => !rolesThere.has(email));
    const inBin = await withPasskeyInBin(unknown.map(({ email }) => email));
    const fresh = unknown.filter(({ email }) => !inBin.has(email));
    if (change !== undefined) await addAll(fresh, id, change);
    return new Map(
      people.map((person): [string, Outcome] => {
        const { email } = person;
        if (inBin.has(email)) return [email, { outcome: 'refused', reason: reasonInBin(email) }];
        const roles = rolesThere.get(email);
        return [email, roles === undefined ? ADDED : existsAs(person, roles)];
      }),
    );
  }

  async function toldOf(batch: readonly JudgedRow[], { dryRun, id }: Part, actor: Actor) {
    const people = batch.flatMap((row) => ('person' in row ? [row.person] : []));
    const outcomes = dryRun
      ? await outcomesOf(people, id)
      : await core.change(actor, (change) => outcomesOf(people, id, change));
    return batch.map((row): UserImportRow => {
      const { line, email } = row;
      if ('person' in row) return { line, email, ...(outcomes.get(email) ?? ADDED) };
      return { line, email, outcome: row.outcome, reason: row.reason };
    });
  }

  return async (bytes, { dryRun, from, import: importId, tellsAll = false, admitAgain }, actor) => {
    const { rows, ignoredColumns } = await readPeopleFile(bytes);
    if (from > rows.length)
      throw invalidFields([{ path: 'query.from', message: `the file has ${rows.length} people only` }]);
    const existing = new Set<string>(await beforeWriting(table.existing(await rolesNamedIn(rows))));
    const judged = await judgeRows(rows, existing);

    const results: UserImportRow[] = [];
    const id = new Types.ObjectId(importId);
    const until = Date.now() + WORK_MS;
    let place = from - 1;
    const batch = dryRun ? LOOKED_UP : ADDED_AT_ONCE;
    const mayGoOn = () => admitAgain().then(() => true, mayNot);
    const goesOn = async () => dryRun || ((results.length === 0 || Date.now() < until) && (await mayGoOn()));
    while (place < judged.length && (await goesOn())) {
      results.push(...(await toldOf(judged.slice(place, place + batch), { dryRun, id }, actor)));
      place += batch;
    }
    const count = (outcome: UserImportRow['outcome']) => results.filter((row) => row.outcome === outcome).length;
    const counts = {
      added: count('added'),
      exists: count('exists'),
      repeated: count('repeated'),
      refused: count('refused'),
    };
    const done = Math.min(place, judged.length);
    const words = Object.entries(counts).map(([name, number]) => [name, String(number)]);
    const detail = { rows: `${from} to ${done}`, ...Object.fromEntries(words) };
    if (!dryRun) await core.audit.record({ ...actor, action: 'user.imported', subject: actor.actor ?? '', detail });
    const next = done < judged.length ? done + 1 : null;
    const named = tellsAll ? results : rowsToReport(results);
    return {
      ...{ dryRun, rows: rows.length, import: id.toHexString(), from, next, counts, told: named },
      ignoredColumns: [...ignoredColumns],
    };
  };
}
