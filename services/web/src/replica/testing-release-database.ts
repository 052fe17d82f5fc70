import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Release } from '@cytocomm/contract';
import { type EmbeddedMongo, startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import {
  composeLock,
  describeRelease,
  LIVE_ID,
  type LiveState,
  type LockRecord,
  RELEASE_COLLECTIONS,
  signLock,
} from '@cytocomm/releases';
import { type Db, type Document, GridFSBucket, MongoClient } from 'mongodb';

const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const NO_CONTRIBUTIONS = { routes: [], links: [], sections: [], overlays: [] };

/** What the release service would have written, for tests of those who read it. */
export interface TestingReleases extends AsyncDisposable {
  readonly uri: string;
  readonly db: Db;
  readonly publicKey: KeyObject;
  /** Publishes a release with these files beside `entry.js`, one of them compressed. */
  publish(name: string, content: string, contributions?: Partial<Release['contributions']>): Promise<Release>;
  /** Writes the signed record of a lock of these releases. */
  lock(shell: Release, remotes: readonly Release[], base?: string | null): Promise<LockRecord>;
  /** Makes this state live. */
  live(lock: string, change?: Partial<LiveState>): Promise<void>;
  /** Kills the database. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
}

type ById = Document & { _id: string };
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Starts a database process of its own. */
export async function startTestingReleases(): Promise<TestingReleases> {
  const dataDir = mkdtempSync(join(SCRATCH, 'web-releases-'));
  let server: EmbeddedMongo = await startEmbeddedMongo({ dataDir });
  const address = new URL(server.uri);
  address.pathname = '/portal';
  const client = new MongoClient(address.href, { serverSelectionTimeoutMS: 2000 });
  const db = client.db();
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { releases, blobs, bucket: bucketName, locks, live } = RELEASE_COLLECTIONS;
  const bucket = new GridFSBucket(db, { bucketName });
  let built = 0;

  async function keep(content: Buffer): Promise<string> {
    const _id = sha256(content);
    if (await db.collection<ById>(blobs).findOne({ _id })) return _id;
    const upload = bucket.openUploadStream(_id);
    upload.end(content);
    await finished(upload);
    await db.collection<ById>(blobs).insertOne({ _id, fileId: upload.id, bytes: content.length });
    return _id;
  }

  return {
    uri: address.href,
    db,
    publicKey,
    async publish(name, content, contributions = {}) {
      const dir = join(dataDir, `build-${built++}`);
      const write = (path: string, bytes: string | Buffer) => {
        mkdirSync(dirname(join(dir, path)), { recursive: true });
        writeFileSync(join(dir, path), bytes);
      };
      write('entry.js', content);
      write('.maps/entry.js.map', '{}');
      write('parts/style.css', `/* ${name} */`);
      write('entry.js.br', brotliCompressSync(content));
      const release = describeRelease(dir, {
        name,
        title: `The ${name} part`,
        version: '1.0.0',
        contract: name === 'shell' ? '1.3.0' : '^1.0.0',
        entry: 'entry.js',
        shared: {},
        components: name === 'shell' ? { Main: { scripts: ['entry.js'], styles: [] } } : {},
        contributions: { ...NO_CONTRIBUTIONS, ...contributions },
      });
      write('release.json', JSON.stringify(release, null, 2));
      const paths = [...release.files.map(({ path }) => path), 'entry.js.br', 'release.json'];
      const files = await Promise.all(
        paths.map(async (path) => {
          const bytes = readFileSync(join(dir, path));
          return { path, hash: await keep(bytes), bytes: bytes.length };
        }),
      );
      const manifest = readFileSync(join(dir, 'release.json'));
      await db.collection(releases).insertOne({
        ...{ remote: name, version: release.version, release: release.release, digest: sha256(manifest) },
        ...{ manifest: String(manifest), files, size: 1, publishedAt: new Date(), publishedBy: 'a team' },
        gate: { outcome: 'passed', checks: [] },
      });
      return release;
    },
    async lock(shell, remotes, base = null) {
      const place = (release: Release) => ({ release, baseUrl: `/releases/${release.name}/${release.release}/` });
      const origin = { base, createdAt: new Date(), createdBy: 'admin@cytocomm.example', reason: 'a test' };
      const { id, ...rest } = signLock(composeLock(place(shell), remotes.map(place), origin), privateKey);
      await db.collection<ById>(locks).insertOne({ _id: id, ...rest, deployedAt: new Date() });
      return { id, ...rest };
    },
    async live(lock, change = {}) {
      const state: LiveState = { lock, canary: null, switchedOff: [], ...change };
      await db.collection<ById>(live).replaceOne({ _id: LIVE_ID }, state, { upsert: true });
    },
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
    },
    async restart() {
      server = await startEmbeddedMongo({ dataDir, port: Number(address.port) });
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
