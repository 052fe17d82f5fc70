import { type Doc, docIn, toValue } from './bson.ts';
import { Catalog } from './catalog.ts';
import { fail } from './errors.ts';
import { timestampOf } from './oplog.ts';
import { type Engine, type Request, requestOf } from './request.ts';
import type { Storage } from './storage.ts';

const MAX_SNAPSHOTS = 8;
const IDLE_TIMEOUT_MS = 10 * 60_000;

interface Snapshot {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly time: ReturnType<typeof timestampOf>;
  usedAt: number;
}

/** Runs the reads with the concern `snapshot`: a session reads what was committed at its first one, or at that of another session. */
export type Snapshots = ReturnType<typeof createSnapshots>;

export function createSnapshots(storage: Storage, { oplog, cursors, sessions }: Engine) {
  const open = new Map<string, Snapshot>();
  const close = (isOver: (id: string, snapshot: Snapshot) => boolean) => {
    for (const [id, snapshot] of open) {
      if (!isOver(id, snapshot)) continue;
      open.delete(id);
      cursors.closeOf(id);
      if (![...open.values()].includes(snapshot)) snapshot.storage.close();
    }
  };
  sessions.on('end', (ended) => close((id) => ended === id));
  const begin = () => {
    const snapshot = storage.snapshot();
    return { storage: snapshot, catalog: new Catalog(snapshot), time: timestampOf(oplog.newest), usedAt: 0 };
  };
  const find = (wanted: bigint) =>
    [...open.values()].find(({ time }) => time.value === wanted) ??
    fail(239, 'Read timestamp is older than the oldest available timestamp.');
  /** Runs a read at a time; without one, at a new snapshot, whose time the reply has. */
  const read = async (
    { engine, name, db, body, owner = '' }: Request,
    time: bigint | undefined,
    run: (request: Request) => Doc | Promise<Doc>,
  ) => {
    const existing = time === undefined ? undefined : find(time);
    close((id, other) => id === owner && other !== existing);
    if (open.size >= MAX_SNAPSHOTS && !open.has(owner)) fail(246, `More than ${MAX_SNAPSHOTS} snapshots are open`);
    const snapshot = existing ?? begin();
    open.set(owner, snapshot);
    snapshot.usedAt = Date.now();
    const reply = await run(requestOf({ ...engine, catalog: snapshot.catalog }, name, db, body, owner));
    if (time !== undefined) return reply;
    const cursor = docIn(reply.get('cursor'))?.with('atClusterTime', snapshot.time);
    return cursor ? reply.with('cursor', toValue(cursor)) : reply.with('atClusterTime', snapshot.time);
  };
  return { read, closeIdle: (now: number) => close((_, { usedAt }) => now - usedAt > IDLE_TIMEOUT_MS) };
}
