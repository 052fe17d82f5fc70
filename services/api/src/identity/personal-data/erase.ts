import { randomBytes } from 'node:crypto';
import type { MailKindName } from '@cytocomm/contract';
import type { mongo } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { type Person, person as personNamed, personOf } from '../../platform/audit/erasure.ts';
import { AuditFault } from '../../platform/audit/seal.ts';
import type { Core } from '../../platform/core.ts';
import type { Users } from '../users/service.ts';
import { holdingsOf, recordsOf } from './export.ts';

/** Whether a record belongs to a person. */
type Owned = (record: mongo.BSON.Document, person: Person) => boolean;

const byName: Owned = (record, person) => person.isNamedIn(record);
const byField =
  (field: string): Owned =>
  (record, { email }) =>
    record[field] === email;

/** The collections whose records are deleted with a user. */
const OF_MEMBERS: Readonly<Record<string, Owned>> = {
  sessions: byName,
  sign_in_links: byName,
  sign_in_challenges: byName,
  half_sign_ins: byName,
  calendar_links: byName,
  alert_preferences: byName,
  reading_marks: byName,
};

/** The kind of mails to admins about the account of somebody else. */
const ACCOUNT_MAIL: MailKindName = 'account-changed';

/** The collections whose records are deleted. */
const DELETED: Readonly<Record<string, Owned>> = {
  ...OF_MEMBERS,
  subscribers: byField('email'),
  contact_messages: byField('email'),
  // Others are told, too, who was made an admin, and by whom.
  outbox: (record, person) => record.to === person.email || (record.kind === ACCOUNT_MAIL && byName(record, person)),
  changes: byName,
  idempotency_keys: byName,
  bin: ({ kind, subject, formerSubject }, { email }) => kind === 'user' && [subject, formerSubject].includes(email),
};

/** The collections whose records stay, with a pseudonym; acknowledgements besides. */
const RENAMED =
  'bin documents document_accesses events pictures press_releases press_release_revisions releases team_tokens'.split(
    ' ',
  );

/** The result of an erasure. */
export interface ErasureResult {
  readonly pseudonym: string;
  /** The number of deleted or changed records per collection. */
  readonly counts: Readonly<Record<string, number>>;
  /** The number of records that still name the person: texts of others. */
  readonly left: Readonly<Record<string, number>>;
}

/** Records under seals of their own, which a plain update would break. */
export interface SealedRecords {
  /** Returns the first fault of those of an address; undefined without one. */
  verify(email: string): Promise<{ readonly fault: string | undefined }>;
  /** Puts a pseudonym in place of a person. Returns in how many. */
  erase(person: Person, pseudonym: string): Promise<number>;
}

async function deleteOwned(db: mongo.Db, person: Person, owned: typeof DELETED): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [collection, isOwned] of Object.entries(owned)) {
    const rows = db.collection(collection);
    let count = 0;
    for await (const record of rows.find({})) {
      if (!isOwned(record, person)) continue;
      count += (await rows.deleteOne({ _id: record._id })).deletedCount;
      // The mail about a message is not sent without it.
      if (collection === 'contact_messages')
        await db.collection<{ _id: string }>('outbox').deleteOne({ _id: `contact:${record._id}` });
    }
    if (count > 0) counts[collection] = count;
  }
  return counts;
}

async function rename(db: mongo.Db, person: Person, pseudonym: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const address = personNamed(person.email);
  for (const collection of RENAMED) {
    const rows = db.collection(collection);
    let count = 0;
    for await (const { _id, ...record } of rows.find({})) {
      if (!address.isNamedIn(record)) continue;
      const renamed = address.renamedIn(record, pseudonym);
      const changed = changedFields(record, renamed);
      const from = 'from' in record ? { from: '' } : {};
      // Not one of which somebody changed one of these fields since then; the next run finds it.
      const unchanged = Object.fromEntries(Object.keys(changed).map((field) => [field, { $eq: record[field] }]));
      count += (await rows.updateOne({ _id, ...unchanged }, { $set: { ...changed, ...from } })).modifiedCount;
    }
    if (count > 0) counts[collection] = count;
  }
  return counts;
}

/** Returns the fields that differ, so that concurrent changes of others survive. */
function changedFields(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(entries);
}

/** Deletes a removed user's sessions, links and preferences, not a subscription to public news. */
export async function forgetMember(db: mongo.Db, person: Person): Promise<void> {
  await deleteOwned(db, person, OF_MEMBERS);
}

/**
 * Erases a person: deletes their records, and sets a pseudonym in the company's, the audit trail's included. Throws
 * `last-admin` for the last admin, and AuditFault when the trail about the person was altered; then nothing is changed.
 * Repeatable, for records that came in meanwhile.
 */
export async function erasePerson(
  core: Core,
  users: Users,
  signed: SealedRecords,
  email: string,
  actor: Actor,
): Promise<ErasureResult> {
  const db = recordsOf(core.database.connection);
  await core.audit.assertErasable(email);
  const { fault } = await signed.verify(email);
  if (fault !== undefined) throw new AuditFault(`Nothing is erased, for ${fault}: see "audit".`);
  const person = await personOf(db, email);
  if (person.userId !== undefined) await users.remove(email, actor);
  const pseudonym = `erased-${randomBytes(6).toString('hex')}`;
  const counts = { ...(await deleteOwned(db, person, DELETED)), ...(await rename(db, person, pseudonym)) };
  const acknowledgements = await signed.erase(personNamed(email), pseudonym);
  const strangers = await core.anonymousEvents.forget(email);
  const audit = await core.audit.erase(email, pseudonym);
  const all = {
    ...counts,
    ...(acknowledgements > 0 ? { document_acknowledgements: acknowledgements } : {}),
    ...(strangers > 0 ? { stranger_notes: strangers } : {}),
    ...(audit > 0 ? { audit } : {}),
  };
  const detail = Object.fromEntries(Object.entries(all).map(([collection, count]) => [collection, String(count)]));
  await core.audit.record({ ...actor, action: 'person.erased', subject: pseudonym, detail });
  const remaining = (await holdingsOf(db, person)).map(({ collection, records }) => [collection, records.length]);
  return { pseudonym, counts: all, left: Object.fromEntries(remaining) };
}
