import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import { describeRelease, LIVE_ID, RELEASE_COLLECTIONS, type StoredRelease } from '@cytocomm/releases';
import { type Collection, GridFSBucket, MongoClient } from 'mongodb';

/** Memory, where the system offers it as a folder. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** The name of a stored release. */
export type ReleaseName = Pick<StoredRelease, 'remote' | 'release'>;

/** What a test changes of a release. */
interface ReleaseChange {
  readonly version?: string;
  /** The contract of a shell, or the range of it that a remote needs. */
  readonly contract?: string;
  /** How often it was taken; it waits for its trial. Without, it has passed. */
  readonly attempts?: number;
}

type ById = { readonly _id: string; readonly [field: string]: unknown };

/** A database with what trials read, past the API. */
export interface TrialRecords {
  readonly uri: string;
  releases(): Collection<StoredRelease>;
  /** The runners' signs of life. */
  runners(): Collection<{ readonly _id: string; readonly seenAt: Date }>;
  /** What was announced. */
  announcements(): Collection;
  /** Puts a release of one file into the records. */
  store(remote: string, change?: ReleaseChange): Promise<ReleaseName>;
  /** Makes these releases live, the first one as the shell. */
  promote(shell: ReleaseName, remotes: readonly ReleaseName[]): Promise<void>;
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an embedded database of its own. */
export async function startTrialRecords(): Promise<TrialRecords> {
  const dataDir = await mkdtemp(join(SCRATCH, 'cytocomm-trials-'));
  const server = await startEmbeddedMongo({ dataDir });
  const client = await MongoClient.connect(server.uri);
  const database = client.db();
  const releases = () => database.collection<StoredRelease>(RELEASE_COLLECTIONS.releases);
  const bucket = new GridFSBucket(database, { bucketName: RELEASE_COLLECTIONS.bucket });
  let deployments = 0;

  async function storeContent(content: string): Promise<string> {
    const _id = createHash('sha256').update(content).digest('hex');
    const upload = bucket.openUploadStream(_id);
    await new Promise((resolve, reject) => upload.once('finish', resolve).once('error', reject).end(content));
    await database
      .collection<ById>(RELEASE_COLLECTIONS.blobs)
      .replaceOne({ _id }, { fileId: upload.id, bytes: content.length }, { upsert: true });
    return _id;
  }

  return {
    uri: server.uri,
    releases,
    runners: () => database.collection(RELEASE_COLLECTIONS.trialRunners),
    announcements: () => database.collection(RELEASE_COLLECTIONS.announcements),

    store: async (remote, { version = '1.0.0', contract = remote === 'shell' ? '1.3.0' : '^1.0.0', attempts } = {}) => {
      const dir = await mkdtemp(join(SCRATCH, 'cytocomm-trials-'));
      const content = `${remote} ${version}`;
      await writeFile(join(dir, 'entry.js'), content);
      const facts = { name: remote, title: remote, version, contract, entry: 'entry.js' };
      const contributions = { routes: [], links: [], sections: [], overlays: [] };
      const shared = remote === 'shell' ? { react: '19.3.1' } : {};
      const described = describeRelease(dir, { ...facts, shared, components: {}, contributions });
      await rm(dir, { recursive: true });
      const manifest = JSON.stringify(described);
      const { release } = described;
      const files = [{ path: 'entry.js', hash: await storeContent(content), bytes: content.length }];
      await releases().insertOne({
        ...{ remote, version, release, manifest, files, size: 1, publishedAt: new Date(), publishedBy: 'team' },
        digest: createHash('sha256').update(manifest).digest('hex'),
        gate: { outcome: attempts === undefined ? 'passed' : 'running', checks: [] },
        ...(attempts !== undefined && { trial: { since: new Date(), attempts, runner: null } }),
      });
      return { remote, release };
    },

    promote: async (shell, remotes) => {
      const partOf = ({ remote, release }: ReleaseName) => ({ name: remote, release });
      deployments += 1;
      const _id = createHash('sha256').update(String(deployments)).digest('hex');
      await database.collection<ById>(RELEASE_COLLECTIONS.locks).insertOne({
        _id,
        shell: partOf(shell),
        remotes: remotes.map(partOf),
        deployedAt: new Date(Date.now() + deployments),
      });
      await database
        .collection<ById>(RELEASE_COLLECTIONS.live)
        .replaceOne({ _id: LIVE_ID }, { lock: _id, canary: null, switchedOff: [] }, { upsert: true });
    },

    clear: async () => {
      const { bucket: files, ...others } = RELEASE_COLLECTIONS;
      for (const name of [...Object.values(others), `${files}.files`, `${files}.chunks`])
        await database.collection(name).deleteMany({});
    },

    stop: async () => {
      await client.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
