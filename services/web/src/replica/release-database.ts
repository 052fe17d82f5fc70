import { Readable } from 'node:stream';
import {
  LIVE_ID,
  type LiveState,
  liveStateSchema,
  lockRecordSchema,
  RELEASE_COLLECTIONS,
  storedBlobSchema,
  storedReleaseSchema,
} from '@cytocomm/releases';
import {
  Binary,
  type ChangeStream,
  type Collection,
  type Db,
  type Document,
  GridFSBucket,
  MongoClient,
  ObjectId,
} from 'mongodb';
import { z } from 'zod';

/** The most bytes of contents that are asked for together. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** A content that is one piece of its bucket. */
export interface SmallContent {
  readonly file: ObjectId;
  readonly bytes: number;
}

function batchesOf(contents: readonly SmallContent[]): SmallContent[][] {
  const batches: SmallContent[][] = [];
  let room = 0;
  for (const content of contents) {
    const last = batches.at(-1);
    if (last !== undefined && content.bytes <= room) last.push(content);
    else batches.push([content]);
    room = (last !== undefined && content.bytes <= room ? room : MAX_BATCH_BYTES) - content.bytes;
  }
  return batches;
}

function bytesOf({ data }: Document): Uint8Array | undefined {
  return data instanceof Binary ? data.buffer.subarray(0, data.length()) : undefined;
}

/**
 * Returns what reads a content: a release has many small files, and a question for each would take longer than the files
 * themselves, so that the first one brings its neighbours. What is read once more is asked for alone.
 */
export function readTogether(
  pieces: Collection,
  contents: readonly SmallContent[],
): (file: ObjectId) => AsyncGenerator<Uint8Array> {
  const batches = batchesOf(contents);
  const batchOf = new Map(batches.flatMap((batch) => batch.map(({ file }) => [String(file), batch] as const)));
  const reading = new Map<SmallContent[], Promise<Map<string, Uint8Array>>>();

  async function read(files: readonly ObjectId[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    for await (const piece of pieces.find({ files_id: { $in: [...files] }, n: 0 })) {
      const data = bytesOf(piece);
      if (data) found.set(String(piece.files_id), data);
    }
    return found;
  }

  return async function* (file) {
    const key = String(file);
    const batch = batchOf.get(key) ?? [];
    const batchRead = reading.get(batch) ?? read(batch.map((content) => content.file));
    reading.set(batch, batchRead);
    const together = await batchRead;
    const data = together.get(key) ?? (await read([file])).get(key);
    together.delete(key);
    if (data !== undefined) yield data;
  };
}

/** How long a call waits for a database that answers, in ms. */
const SERVER_SELECTION_TIMEOUT_MS = 3000;
const CONNECT_TIMEOUT_MS = 3000;
/** How long a call waits for the next bytes, in ms. */
const SOCKET_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 10;
/** How long the database waits for a change before it says that there is none, in ms. */
const MAX_AWAIT_MS = 1000;
/** No piece of a file is smaller, but the last one. */
const PIECE_BYTES = 255 * 1024;
/** How many locks that name a release are read, in case the first is altered. */
const MAX_LOCKS_NAMING = 3;

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

/** A content in the database. */
export interface StoredContent {
  readonly bytes: number;
  /** Opens it; nothing is read before. */
  open(): Readable;
}

/** What the release service has written. Each call rejects when the database is away, or holds another shape. */
export interface ReleaseDatabase {
  /** Returns what visitors should get; undefined before the first promotion. */
  live(): Promise<LiveState | undefined>;
  /** Returns a lock as it stands there, not verified; undefined for none. */
  lock(id: string): Promise<unknown>;
  /** Returns some locks that name a release, not verified. */
  locksNaming(name: string, release: string): Promise<readonly unknown[]>;
  /** Whether a lock names a release of a remote which is live or a canary, or was so since then. */
  wasDeployed(name: string, release: string, since: Date): Promise<boolean>;
  /** Returns the record of a release, not verified; undefined for none. */
  release(name: string, release: string): Promise<WantedRelease | undefined>;
  /** Returns the contents of these hashes that are there. */
  contents(hashes: readonly string[]): Promise<ReadonlyMap<string, StoredContent>>;
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
  const { live, locks, releases, blobs, bucket: bucketName } = RELEASE_COLLECTIONS;
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
    async wasDeployed(name, release, since) {
      const database = await connected();
      const collection = database.collection<ById>(locks);
      const state = await database.collection<ById>(live).findOne({ _id: LIVE_ID });
      const { lock, canary } = liveStateSchema.nullable().parse(state) ?? {};
      const current = [lock, canary?.lock].filter((id) => id !== undefined);
      // Not by the time of deployment alone: what has just become live may not have it yet.
      const deployed = await collection
        .find({ $or: [{ deployedAt: { $gte: since } }, { _id: { $in: current } }] }, { projection: { base: 1 } })
        .sort({ deployedAt: -1 })
        .limit(MAX_DEPLOYMENTS)
        .toArray();
      // Until one took its place, its base was live.
      const ids = new Set(deployed.flatMap(({ _id, base }) => (typeof base === 'string' ? [_id, base] : [_id])));
      const naming = { 'remotes.release': release, 'remotes.name': name, _id: { $in: [...current, ...ids] } };
      return (await collection.findOne(naming, { projection: { _id: 1 } })) !== null;
    },
    async release(remote, release) {
      const document = await (await connected()).collection(releases).findOne({ remote, release });
      return document === null ? undefined : wantedReleaseSchema.parse(document);
    },
    async contents(hashes) {
      const database = await connected();
      const bucket = new GridFSBucket(database, { bucketName });
      const found = await database
        .collection<ById>(blobs)
        .find({ _id: { $in: [...hashes] } })
        .toArray();
      const contents = found.map((document) => {
        const { _id, fileId, bytes } = storedBlobSchema.parse(document);
        return { _id, bytes, file: new ObjectId(String(fileId)) };
      });
      const small = contents.filter(({ bytes }) => bytes <= PIECE_BYTES);
      const readSmall = readTogether(database.collection(`${bucketName}.chunks`), small);
      return new Map(
        contents.map(({ _id, bytes, file }) => {
          const open = () => (bytes <= PIECE_BYTES ? Readable.from(readSmall(file)) : bucket.openDownloadStream(file));
          return [_id, { bytes, open }];
        }),
      );
    },
    watch: async () => (await connected()).collection(live).watch([], { maxAwaitTimeMS: MAX_AWAIT_MS }),
    close: () => client.close(),
  };
}
