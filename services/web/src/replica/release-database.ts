import { releaseSchema } from '@cytocomm/contract';
import {
  LIVE_ID,
  type LiveState,
  liveStateSchema,
  lockRecordSchema,
  RELEASE_COLLECTIONS,
  storedBlobSchema,
  storedReleaseSchema,
} from '@cytocomm/releases';
import { Binary, type ChangeStream, type Db, type Document, MongoClient, ObjectId } from 'mongodb';
import { z } from 'zod';
import { keyOf } from '../files/release-access.ts';

/** How long a call waits for a database that answers, in ms. */
const SERVER_SELECTION_TIMEOUT_MS = 3000;
const CONNECT_TIMEOUT_MS = 3000;
/** How long a call waits for the next bytes, in ms. */
const SOCKET_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 10;
/** How long the database waits for a change before it says that there is none, in ms. */
const MAX_AWAIT_MS = 1000;
/** How many locks that name a release are read, in case the first is altered. */
const MAX_LOCKS_NAMING = 3;

/** How many pieces of files, of 255 KB at most, are taken at once. */
const MAX_PIECES = 20;

/** How many of the last deployments are looked at. */
const MAX_DEPLOYMENTS = 1000;

/** The part of a stored release that is read. */
const wantedReleaseSchema = storedReleaseSchema.pick({
  remote: true,
  release: true,
  digest: true,
  manifest: true,
  files: true,
});
/** The part of a stored release that is read. */
export type WantedRelease = z.infer<typeof wantedReleaseSchema>;

/** The part of a lock that tells what was live. */
const deployedLockSchema = z.object({
  _id: z.string(),
  base: z.string().nullable(),
  shell: releaseSchema.pick({ name: true, release: true }),
  remotes: z.array(releaseSchema.pick({ name: true, release: true })),
});
const DEPLOYED_FIELDS = { base: 1, 'shell.name': 1, 'shell.release': 1, 'remotes.name': 1, 'remotes.release': 1 };

/** What open tabs may have. */
export interface RecentState {
  /** The ids of locks. */
  readonly locks: ReadonlySet<string>;
  /** The names and ids of releases, joined by a slash. */
  readonly releases: ReadonlySet<string>;
}

/** What the release service has written. Each call rejects when the database is away, or holds another shape. */
export interface ReleaseDatabase {
  /** Returns what visitors should get; undefined before the first promotion. */
  live(): Promise<LiveState | undefined>;
  /** Returns a lock as it stands there, not verified; undefined for none. */
  lock(id: string): Promise<unknown>;
  /** Returns some locks that name a release, not verified. */
  locksNaming(name: string, release: string): Promise<readonly unknown[]>;
  /** Returns the locks that are live or a canary, or were live since then, with their releases. */
  recent(since: Date): Promise<RecentState>;
  /** Returns the record of a release, not verified; undefined for none. */
  release(name: string, release: string): Promise<WantedRelease | undefined>;
  /** Yields the contents of these hashes that are there, in any order. */
  contents(hashes: readonly string[]): AsyncIterable<{ readonly hash: string; readonly content: Buffer }>;
  /** Opens a stream of the changes of `live`. */
  watch(): Promise<ChangeStream>;
  close(): Promise<void>;
}

/** Returns what of a document belongs to the lock: it may have further fields, such as when it was deployed. */
function lockOf(document: Document): unknown {
  const fields = Object.entries({ ...document, id: document._id });
  return Object.fromEntries(fields.filter(([key]) => Object.hasOwn(lockRecordSchema.shape, key)));
}

/** The primary's reply to `hello`; other members may follow a clock of their own. */
const primarySchema = z.object({ isWritablePrimary: z.literal(true), localTime: z.date() });

/**
 * Creates the connection, which is made with the first call. `timeRead` is called with the time of the primary, every ten seconds.
 * Throws MongoParseError for an address that is none.
 */
export function openReleaseDatabase(uri: string, timeRead?: (time: Date) => void): ReleaseDatabase {
  const client = new MongoClient(uri, {
    appName: 'cytocomm-web',
    serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    socketTimeoutMS: SOCKET_TIMEOUT_MS,
    maxPoolSize: MAX_CONNECTIONS,
  });
  client.on('serverHeartbeatSucceeded', ({ reply }) => {
    const primary = primarySchema.safeParse(reply);
    if (primary.success) timeRead?.(primary.data.localTime);
  });
  const { live, locks, releases, blobs, bucket } = RELEASE_COLLECTIONS;
  type ById = Document & { _id: string };

  /** After a connection that failed, only `connect` makes another. */
  async function connected(): Promise<Db> {
    return (await client.connect()).db();
  }

  return {
    async live() {
      const document = await (await connected()).collection<ById>(live).findOne({ _id: LIVE_ID });
      return document === null ? undefined : liveStateSchema.parse(document);
    },
    async lock(id) {
      const document = await (await connected()).collection<ById>(locks).findOne({ _id: id });
      return document === null ? undefined : lockOf(document);
    },
    async locksNaming(name, release) {
      const collection = (await connected()).collection<ById>(locks);
      // One index each. An id is of one remote's release: its hash is over the name, too.
      const found = await Promise.all(
        ['shell', 'remotes'].map((part) =>
          collection
            .find({ [`${part}.release`]: release, [`${part}.name`]: name })
            .limit(MAX_LOCKS_NAMING)
            .toArray(),
        ),
      );
      return found.flat().slice(0, MAX_LOCKS_NAMING).map(lockOf);
    },
    async recent(since) {
      const database = await connected();
      const collection = database.collection<ById>(locks);
      const state = await database.collection<ById>(live).findOne({ _id: LIVE_ID });
      const { lock, canary } = liveStateSchema.nullable().parse(state) ?? {};
      const current = [lock, canary?.lock].filter((id) => id !== undefined);
      // Not by the time of deployment alone: what has just become live may not have it yet.
      const deployed = await collection
        .find({ $or: [{ deployedAt: { $gte: since } }, { _id: { $in: current } }] }, { projection: DEPLOYED_FIELDS })
        .sort({ deployedAt: -1 })
        .limit(MAX_DEPLOYMENTS)
        .toArray();
      // Until one took its place, its base was live.
      const bases = deployed.map(({ base }) => String(base));
      const replaced = await collection.find({ _id: { $in: bases } }, { projection: DEPLOYED_FIELDS }).toArray();
      const recent = [...deployed, ...replaced].map((document) => deployedLockSchema.parse(document));
      return {
        locks: new Set(recent.map(({ _id }) => _id)),
        releases: new Set(
          recent.flatMap(({ shell, remotes }) => [shell, ...remotes].map(({ name, release }) => keyOf(name, release))),
        ),
      };
    },
    async release(remote, release) {
      const document = await (await connected()).collection(releases).findOne({ remote, release });
      return document === null ? undefined : wantedReleaseSchema.parse(document);
    },
    async *contents(hashes) {
      const database = await connected();
      const found = await database
        .collection<ById>(blobs)
        .find({ _id: { $in: [...hashes] } })
        .toArray();
      const contents = found.map((document) => storedBlobSchema.parse(document));
      for (const { _id, bytes } of contents) if (bytes === 0) yield { hash: _id, content: Buffer.alloc(0) };
      const hashOf = new Map(contents.map(({ _id, fileId }) => [String(fileId), _id]));
      // One question for all: a release has many small files.
      const pieces = database
        .collection(`${bucket}.chunks`)
        .find({ files_id: { $in: contents.map(({ fileId }) => new ObjectId(String(fileId))) } })
        .sort({ files_id: 1, n: 1 })
        .batchSize(MAX_PIECES);
      let hash: string | undefined;
      let content: Uint8Array[] = [];
      for await (const { files_id: file, data } of pieces) {
        const next = hashOf.get(String(file));
        if (hash !== undefined && next !== hash) {
          yield { hash, content: Buffer.concat(content) };
          content = [];
        }
        hash = next;
        if (data instanceof Binary) content.push(data.buffer.subarray(0, data.length()));
      }
      if (hash !== undefined) yield { hash, content: Buffer.concat(content) };
    },
    watch: async () => (await connected()).collection(live).watch([], { maxAwaitTimeMS: MAX_AWAIT_MS }),
    close: () => client.close(),
  };
}
