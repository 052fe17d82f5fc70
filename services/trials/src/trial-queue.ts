import type { GateCheck } from '@cytocomm/contract';
import {
  type Announcement,
  LIVE_ID,
  type LiveState,
  liveStateSchema,
  RELEASE_COLLECTIONS,
  RUNNER_FRESH_MS,
  type StoredRelease,
  storedReleaseSchema,
  withTrialChecks,
} from '@cytocomm/releases';
import { type Document, MongoClient, type ObjectId } from 'mongodb';
import { z } from 'zod';

const SERVER_SELECTION_TIMEOUT_MS = 3000;
const SOCKET_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 4;
/** A runner that takes a release has given a sign of life within this time, in ms: else another would take the release from it. */
const TAKE_FRESH_MS = RUNNER_FRESH_MS / 3;
/** How long a runner that has ended is remembered, in ms. */
const FORGET_MS = 3_600_000;

const partSchema = z.object({ name: z.string(), release: z.string() });
const lockPartsSchema = z.object({ shell: partSchema, remotes: z.array(partSchema) });
/** The releases that a lock names. */
type LockParts = z.infer<typeof lockPartsSchema>;

/** A release that this runner has taken. */
export interface TakenRelease {
  readonly _id: ObjectId;
  readonly stored: StoredRelease;
  /** Which attempt this is, from 1. */
  readonly attempt: number;
}

/** What a runner reads and writes. Each call rejects while the database is away. */
export interface TrialQueue {
  /** Writes down that this runner lives. */
  beat(): Promise<void>;
  /** Takes the release that has waited longest and that no other runner has which is connected; undefined when there is none. */
  take(): Promise<TakenRelease | undefined>;
  /** Writes what was found. Returns false when the release was settled meanwhile, or another runner has it. */
  finish(taken: TakenRelease, found: readonly GateCheck[]): Promise<boolean>;
  /** Returns a release to the queue untried. */
  giveBack(taken: TakenRelease): Promise<void>;
  /** Returns the parts of the live lock; undefined before the first promotion. */
  liveParts(): Promise<LockParts | undefined>;
  /** Returns the shell that was live before this one; undefined when there was none. */
  shellBefore(release: string): Promise<string | undefined>;
  /** Returns a stored release; undefined for none. */
  release(remote: string, release: string): Promise<StoredRelease | undefined>;
  /** Writes down that this runner ends. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

type ById = Document & { _id: string };

/** Opens the queue of a database for one runner; the connection is made with the first call. */
export function openTrialQueue(uri: string, runner: string): TrialQueue {
  const client = new MongoClient(uri, {
    appName: 'cytocomm-trials',
    serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
    connectTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
    socketTimeoutMS: SOCKET_TIMEOUT_MS,
    maxPoolSize: MAX_CONNECTIONS,
  });
  const database = client.db();
  const releases = database.collection(RELEASE_COLLECTIONS.releases);
  const runners = database.collection<ById>(RELEASE_COLLECTIONS.trialRunners);
  const announcements = database.collection<Announcement>(RELEASE_COLLECTIONS.announcements);
  const locks = database.collection<ById>(RELEASE_COLLECTIONS.locks);

  /** The condition under which a release is still this runner's. */
  const ownedBy = ({ _id, attempt }: TakenRelease) => ({
    _id,
    'gate.outcome': 'running',
    'trial.runner': runner,
    'trial.attempts': attempt,
  });

  let seenAt = 0;
  async function beat(): Promise<void> {
    const now = new Date();
    await runners.updateOne({ _id: runner }, { $set: { seenAt: now } }, { upsert: true });
    seenAt = now.getTime();
  }

  return {
    beat,

    take: async () => {
      if (Date.now() - seenAt > TAKE_FRESH_MS) await beat();
      const since = new Date(Date.now() - RUNNER_FRESH_MS);
      // A runner does one thing at a time: what it still has was left when the database was away.
      const others = await runners.find({ seenAt: { $gt: since }, _id: { $ne: runner } }).toArray();
      const document = await releases.findOneAndUpdate(
        {
          'gate.outcome': 'running',
          'trial.attempts': { $gte: 0 },
          'trial.runner': { $nin: others.map(({ _id }) => _id) },
        },
        { $set: { 'trial.runner': runner }, $inc: { 'trial.attempts': 1 } },
        { sort: { publishedAt: 1 }, returnDocument: 'after' },
      );
      if (document === null) return undefined;
      const stored = storedReleaseSchema.parse(document);
      return { _id: document._id, stored, attempt: stored.trial?.attempts ?? 1 };
    },

    finish: async (taken, found) => {
      const gate = withTrialChecks(taken.stored.gate, found);
      const set = { gate, 'trial.runner': null, ...(gate.outcome === 'refused' && { 'trial.unnoted': true }) };
      const event = { collection: 'releases', type: 'changed', id: String(taken._id) } as const;
      return client.withSession((session) =>
        session.withTransaction(async () => {
          const { matchedCount } = await releases.updateOne(ownedBy(taken), { $set: set }, { session });
          if (matchedCount === 0) return false;
          await announcements.insertOne({ at: new Date(), event, to: ['admin', 'developer'] }, { session });
          return true;
        }),
      );
    },

    giveBack: async (taken) => {
      const change = { $set: { 'trial.runner': null }, $inc: { 'trial.attempts': -1 } };
      await releases.updateOne(ownedBy(taken), change);
    },

    liveParts: async () => {
      const document = await database.collection<ById>(RELEASE_COLLECTIONS.live).findOne({ _id: LIVE_ID });
      if (document === null) return undefined;
      const { lock }: LiveState = liveStateSchema.parse(document);
      return lockPartsSchema.parse(await locks.findOne({ _id: lock }));
    },

    shellBefore: async (release) => {
      const earlier = await locks.findOne({ 'shell.release': { $ne: release } }, { sort: { deployedAt: -1 } });
      return earlier === null ? undefined : lockPartsSchema.parse(earlier).shell.release;
    },

    release: async (remote, release) => {
      const document = await releases.findOne({ remote, release });
      return document === null ? undefined : storedReleaseSchema.parse(document);
    },

    leave: async () => {
      const old = { seenAt: { $lt: new Date(Date.now() - FORGET_MS) } };
      await runners.deleteMany({ $or: [{ _id: runner }, old] });
    },

    close: () => client.close(),
  };
}
