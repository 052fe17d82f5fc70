import type { Connection } from 'mongoose';
import { AuditFault } from './fault.ts';
import { type AuditRecord, auditModel } from './model.ts';
import { type Person, person } from './person.ts';
import { erasureSealOf, type SealKeys, soundnessOf } from './seal.ts';
import { MAJORITY_WRITE } from './write-concern.ts';

/** How often the trail is read for rows that were written meanwhile: what somebody does all the time would never end. */
const MOST_ROUNDS = 3;

/** Erases people in the trail. */
export interface TrailErasure {
  /** Throws AuditFault when a row about the person was altered: a new seal would hide that. */
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

/** Creates the erasure in a trail. A row keeps its hash, and so the chain; another seal proves the rest. */
export function createErasure(connection: Connection, keys: SealKeys): TrailErasure {
  const rows = auditModel(connection);
  // Not by the model, which allows no update.
  const collection = connection.collection<AuditRecord>(rows.collection.name);
  const [key] = keys;

  /** Returns all rows that name the person, in whatever field. */
  async function* rowsOf(one: Person): AsyncGenerator<AuditRecord> {
    for await (const row of rows.find().sort({ _id: 1 }).lean().cursor()) {
      const { actor, subject, detail } = row;
      if (one.isNamedIn({ actor, subject, detail })) yield row;
    }
  }

  /** Reads the trail once, and replaces the person. Returns the number of rows. */
  async function eraseOnce(one: Person, pseudonym: string): Promise<number> {
    let erased = 0;
    for await (const row of rowsOf(one)) {
      if (soundnessOf(row, keys) !== 'sound') throw new AuditFault(`Row ${row._id} of the audit trail was altered.`);
      const left = without(row, one, pseudonym);
      const at = new Date();
      const { actor, subject, from, userAgent, detail } = left;
      const seal = { at, key: key.id, seal: erasureSealOf(left, { at }, key) };
      const { modifiedCount } = await collection.updateOne(
        { _id: row._id, hash: row.hash },
        { $set: { actor, subject, from, userAgent, detail, erased: seal } },
        { ...MAJORITY_WRITE },
      );
      erased += modifiedCount;
    }
    return erased;
  }

  return {
    assertSound: async (email) => {
      for await (const row of rowsOf(person(email))) {
        if (soundnessOf(row, keys) === 'sound') continue;
        throw new AuditFault(`Row ${row._id} of the audit trail cannot be proved, so nothing is erased: see "audit".`);
      }
    },

    erase: async (email, pseudonym) => {
      const one = person(email);
      let erased = 0;
      // Rows that others write meanwhile may stand before the place that has been read to.
      for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
        const changed = await eraseOnce(one, pseudonym);
        if (changed === 0) break;
        erased += changed;
      }
      return erased;
    },
  };
}
