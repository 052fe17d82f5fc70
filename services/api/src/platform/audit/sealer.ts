import { createHash, type Hash } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { Logger } from 'pino';
import { announcementModel, announcementOf } from '../announcements/announcement.ts';
import type { Database } from '../database/database.ts';
import { isDuplicateKey } from '../database/trouble.ts';
import { type AuditRecord, auditModel, MAJORITY_WRITE, type SealRecord, sealModel } from './model.ts';
import { type Checkpoint, GENESIS, rowSoundness, type SealKeys, sealMacOf } from './seal.ts';

/** How many rows a seal is over, at most. */
const MAX_SEALED_ROWS = 500;
/** How many seals are made in one go: the rest follows in the next turn. */
const MAX_SEALS = 100;

/** Returns the hash that a seal has over its rows, which are added in the order of their ids. */
export function createRowsHash(): { add(row: Pick<AuditRecord, 'mac'>): void; end(): string } {
  const hash: Hash = createHash('sha256');
  return { add: ({ mac }) => void hash.update(`${mac}\n`), end: () => hash.digest('hex') };
}

/** Seals rows. Any process may: of two that seal at once one does it, and the other one finds nothing left. */
export interface Sealer {
  /** Whether rows wait for a seal. */
  isDue(): Promise<boolean>;
  /** Seals the rows that wait; resolves when it is known to a majority of the servers. */
  seal(): Promise<void>;
  /** Returns the newest seal; undefined without one. Logs an error when the one that it returned before is gone. */
  newest(): Promise<Checkpoint | undefined>;
}

/** Creates a sealer of a database. */
export function createSealer(
  { connection, now }: Pick<Database, 'connection' | 'now'>,
  keys: SealKeys,
  log: Logger,
): Sealer {
  const seals = sealModel(connection);
  const rows = auditModel(connection);
  const waiting = { seal: null };
  let reported: string | undefined;
  let last: Checkpoint | undefined;

  /** Returns the oldest rows that wait. One without a right MAC waits for ever: it is not of this portal. */
  async function nextRows(session: mongo.ClientSession): Promise<readonly AuditRecord[]> {
    const sound: AuditRecord[] = [];
    let unsound: string | undefined;
    for await (const row of rows.find(waiting).sort({ _id: 1 }).session(session).lean().cursor()) {
      if (rowSoundness(row, keys) !== 'sound') unsound ??= String(row._id);
      else if (sound.push(row) === MAX_SEALED_ROWS) break;
    }
    // Once, however many they are: they are read each second.
    if (unsound !== undefined && unsound !== reported)
      log.error({ row: unsound }, 'a row of the audit trail has no right MAC and is not sealed: see `npm run audit`');
    reported = unsound;
    return sound;
  }

  /** Makes one seal in a transaction. Returns the number of rows. */
  async function sealNext(session: mongo.ClientSession): Promise<number> {
    const [key] = keys;
    const sealed = await nextRows(session);
    const [first, end] = [sealed[0], sealed.at(-1)];
    if (first === undefined || end === undefined) return 0;
    const before = await seals.findOne().sort({ _id: -1 }).session(session).lean();
    const hash = createRowsHash();
    for (const row of sealed) hash.add(row);
    const content = {
      ...{ _id: (before?._id ?? 0) + 1, at: now(), rows: sealed.length, first: first._id, last: end._id },
      ...{ hash: hash.end(), previous: before?.mac ?? GENESIS, key: key.id },
    };
    await seals.create([{ ...content, mac: sealMacOf(content, key) }], { session });
    const last = before && (await rows.findById(before.last, { mac: 1, seq: 1 }).session(session).lean());
    const links = sealed.map(({ _id }, place) => {
      const previousHash = (sealed[place - 1] ?? last)?.mac ?? GENESIS;
      const seq = (last?.seq ?? 0) + place + 1;
      return { updateOne: { filter: { _id }, update: { $set: { seal: content._id, seq, previousHash } } } };
    });
    // Not by the model, which allows no update.
    await connection.collection(rows.collection.name).bulkWrite(links, { session });
    const event = { collection: 'audit', type: 'changed', id: null } as const;
    await announcementModel(connection).create([announcementOf(event, [], now())], { session });
    return sealed.length;
  }

  return {
    isDue: async () => (await rows.exists(waiting)) !== null,
    seal: async () => {
      const session = await connection.startSession();
      try {
        for (let turn = 0; turn < MAX_SEALS; turn += 1)
          if ((await session.withTransaction(() => sealNext(session), MAJORITY_WRITE)) < MAX_SEALED_ROWS) break;
      } catch (error) {
        // Another process has made the seal of this number.
        if (!isDuplicateKey(error)) throw error;
      } finally {
        await session.endSession();
      }
    },
    newest: async () => {
      const seal = await seals.findOne().sort({ _id: -1 }).readConcern('majority').lean<SealRecord>();
      if (last !== undefined && (await seals.exists({ _id: last.seq, mac: last.seal })) === null)
        log.error({ seal: last.seq }, 'the audit trail has lost its newest seals: look at `npm run audit`');
      if (seal !== null) last = { seq: seal._id, seal: seal.mac };
      return last;
    },
  };
}
