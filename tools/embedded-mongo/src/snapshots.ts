import { type Doc, toValue } from './bson.ts';
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
  /** The connection that used it last. */
  readonly connection: object;
  readonly usedAt: number;
}

/** Runs the reads with the concern `snapshot`: a session reads what was committed at its first one. */
export type Snapshots = ReturnType<typeof createSnapshots>;

export function createSnapshots(storage: Storage, { oplog, cursors, sessions }: Engine) {
  const open = new Map<string, Snapshot>();
  const close = (isOver: (id: string, snapshot: Snapshot) => boolean) => {
    for (const [id, snapshot] of open) {
      if (!isOver(id, snapshot)) continue;
      open.delete(id);
      cursors.closeOf(id);
      snapshot.storage.close();
    }
  };
  sessions.on('end', (ended) => close((id, { connection }) => ended === id || ended === connection));
  const begin = (id: string) => {
    close((other) => other === id);
    if (open.size >= MAX_SNAPSHOTS) fail(246, `More than ${MAX_SNAPSHOTS} snapshots are open`);
    const snapshot = storage.snapshot();
    return { storage: snapshot, catalog: new Catalog(snapshot), time: timestampOf(oplog.newest) };
  };
  /** Runs a read at a time; without one, at a new snapshot, whose time the reply has. */
  const read = async (
    { engine, name, db, body, owner = '' }: Request,
    time: bigint | undefined,
    connection: object,
    run: (request: Request) => Doc | Promise<Doc>,
  ) => {
    const existing = open.get(owner);
    if (time !== undefined && existing?.time.value !== time)
      fail(239, 'Read timestamp is older than the oldest available timestamp.');
    const snapshot = time !== undefined && existing ? existing : begin(owner);
    open.set(owner, { ...snapshot, connection, usedAt: Date.now() });
    const reply = await run(requestOf({ ...engine, catalog: snapshot.catalog }, name, db, body, owner));
    if (time !== undefined) return reply;
    const cursor = reply.get('cursor');
    if (cursor?.type !== 'object') return reply.with('atClusterTime', snapshot.time);
    return reply.with('cursor', toValue(cursor.value.with('atClusterTime', snapshot.time)));
  };
  return { read, closeIdle: (now: number) => close((_, { usedAt }) => now - usedAt > IDLE_TIMEOUT_MS) };
}
