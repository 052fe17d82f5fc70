import type { Connection } from 'mongoose';
import { type Person, person } from '../personal-data/person.ts';
import { AuditFault } from './fault.ts';
import { type AuditRecord, auditModel } from './model.ts';
import { erasureSealOf, type SealKeys, soundnessOf } from './seal.ts';

/** Takes people out of the trail. */
export interface TrailErasure {
  /** Throws AuditFault when a row about the person is not what it was: sealing it anew would hide that. */
  assertSound(email: string): Promise<void>;
  /** Puts a pseudonym in place of the person, in every row; returns in how many. */
  erase(email: string, pseudonym: string): Promise<number>;
}

/** The row without the person; where they called from goes with them, and so does where somebody unknown called from in their name. */
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

/** Erasure in a trail. The hash of a row stays as it is, so the chain does; another seal stands for what is left of the row. */
export function createErasure(connection: Connection, keys: SealKeys): TrailErasure {
  const rows = auditModel(connection);
  // Past the model, which lets nobody change a row.
  const stored = connection.collection<AuditRecord>(rows.collection.name);
  const [key] = keys;

  /** Every row that names the person: what was done with a title, say, may name somebody as well. */
  async function* rowsOf(one: Person): AsyncGenerator<AuditRecord> {
    for await (const row of rows.find().sort({ _id: 1 }).lean().cursor()) {
      const { actor, subject, detail } = row;
      if (one.isNamedIn({ actor, subject, detail })) yield row;
    }
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
      for await (const row of rowsOf(one)) {
        if (soundnessOf(row, keys) !== 'sound') throw new AuditFault(`Row ${row._id} of the audit trail was altered.`);
        const left = without(row, one, pseudonym);
        const at = new Date();
        const { actor, subject, from, userAgent, detail } = left;
        const seal = { at, key: key.id, seal: erasureSealOf(left, { at }, key) };
        const { modifiedCount } = await stored.updateOne(
          { _id: row._id, hash: row.hash },
          { $set: { actor, subject, from, userAgent, detail, erased: seal } },
        );
        erased += modifiedCount;
      }
      return erased;
    },
  };
}
