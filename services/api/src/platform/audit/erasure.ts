import { type Connection, mongo } from 'mongoose';
import { type AuditRecord, auditModel, MAJORITY_WRITE } from './model.ts';
import { AuditFault, erasureMacOf, rowSoundness, type SealKeys } from './seal.ts';

/** A person, as records name them. */
export interface Person {
  /** Lower case. */
  readonly email: string;
  /** The user's id; undefined for no user. */
  readonly userId: mongo.ObjectId | undefined;
  /** Whether a record names the person, by address or id, in any field. */
  isNamedIn(record: unknown): boolean;
  /** Returns the record with a pseudonym for the address. */
  renamedIn<Kind>(record: Kind, pseudonym: string): Kind;
}

/** The characters of addresses. */
const IN_ADDRESS = "a-z0-9._%+'-";

function patternOf(email: string): RegExp {
  const literally = email.replace(/[^a-z0-9]/g, '\\$&');
  // Not `joann@x.example` for `ann@x.example`, nor `ann@x.example.org`.
  return new RegExp(`(?<![${IN_ADDRESS}])${literally}(?![a-z0-9-]|\\.[a-z0-9])`, 'gi');
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Returns a value with all its leaves replaced by `visit`. */
function walked(value: unknown, visit: (end: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => walked(entry, visit));
  if (!isPlainObject(value)) return visit(value);
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, walked(entry, visit)]));
}

/** Returns the person of an address, and of a user's id if there is one. */
export function person(email: string, userId?: mongo.ObjectId): Person {
  const address = patternOf(email);
  const id = userId?.toHexString();
  const isNamedBy = (value: unknown) => {
    if (typeof value === 'string') return value.search(address) !== -1 || (id !== undefined && value.includes(id));
    return value instanceof mongo.ObjectId && value.toHexString() === id;
  };
  function renamedIn<Kind>(record: Kind, pseudonym: string): Kind;
  function renamedIn(record: unknown, pseudonym: string): unknown {
    return walked(record, (value) => (typeof value === 'string' ? value.replace(address, pseudonym) : value));
  }
  return {
    email,
    userId,
    isNamedIn: (record) => {
      let found = false;
      walked(record, (value) => {
        found ||= isNamedBy(value);
        return value;
      });
      return found;
    },
    renamedIn,
  };
}

/** Returns the person of an address, with the id of its user. */
export async function personOf(db: mongo.Db, email: string): Promise<Person> {
  const record = await db.collection('users').findOne({ email }, { projection: { _id: 1 } });
  return person(email, record?._id);
}

/** How often the trail is read again for rows that were written meanwhile. */
const MAX_ROUNDS = 3;

/** Erases people in the trail. */
export interface TrailErasure {
  /** Throws AuditFault when a row about the person was altered: a new MAC would hide that. */
  assertSound(email: string): Promise<void>;
  /** Replaces the person by a pseudonym in all rows. Returns how many. */
  erase(email: string, pseudonym: string): Promise<number>;
}

/** Returns the row without the person and the network address of their calls, or of strangers' in their name. */
function without(row: AuditRecord, one: Person, pseudonym: string): AuditRecord {
  const isAbout = row.subject === one.email;
  const isTheirCall = row.actor === one.email || (row.actor === null && isAbout);
  return {
    ...row,
    actor: row.actor === one.email ? pseudonym : row.actor,
    subject: isAbout ? pseudonym : row.subject,
    from: isTheirCall ? '' : row.from,
    userAgent: isTheirCall ? '' : row.userAgent,
    detail: one.renamedIn(row.detail, pseudonym),
  };
}

/** Creates the erasure in a trail. A row keeps its MAC, and so its seal; another MAC proves the rest. */
export function createErasure(connection: Connection, keys: SealKeys): TrailErasure {
  const rows = auditModel(connection);
  // Not by the model, which allows no update.
  const collection = connection.collection<AuditRecord>(rows.collection.name);
  const [key] = keys;

  /** Returns all rows that name the person in any field. */
  async function* rowsOf(one: Person): AsyncGenerator<AuditRecord> {
    for await (const row of rows.find().sort({ _id: 1 }).lean().cursor()) {
      const { actor, subject, detail } = row;
      if (!one.isNamedIn({ actor, subject, detail })) continue;
      if (rowSoundness(row, keys) !== 'sound')
        throw new AuditFault(`Row ${row._id} of the audit trail cannot be proved, so nothing is erased: see "audit".`);
      yield row;
    }
  }

  /** Reads the trail once, and replaces the person. Returns how many rows named them, and how many do not any more. */
  async function eraseOnce(one: Person, pseudonym: string) {
    let [found, erased] = [0, 0];
    for await (const row of rowsOf(one)) {
      found += 1;
      const anonymous = without(row, one, pseudonym);
      const { actor, subject, from, userAgent, detail } = anonymous;
      const at = new Date();
      const erasure = { at, key: key.id, mac: erasureMacOf(anonymous, { at }, key) };
      const change = { $set: { actor, subject, from, userAgent, detail, erased: erasure } };
      // Not a row from which somebody else was erased since then: they would be back.
      const unchanged = { _id: row._id, mac: row.mac, 'erased.mac': row.erased?.mac ?? null };
      erased += (await collection.updateOne(unchanged, change, MAJORITY_WRITE)).modifiedCount;
    }
    return { found, erased };
  }

  return {
    assertSound: async (email) => {
      const found = rowsOf(person(email));
      while ((await found.next()).done !== true);
    },

    erase: async (email, pseudonym) => {
      const one = person(email);
      let erased = 0;
      // Rows that others write meanwhile may stand before the place that has been read to.
      for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
        const round = await eraseOnce(one, pseudonym);
        if (round.found === 0) break;
        erased += round.erased;
      }
      return erased;
    },
  };
}
