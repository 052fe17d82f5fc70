import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, promoteReleases, publishRelease } from '@cytocomm/contract';
import { packRelease, RELEASE_COLLECTIONS, storedReleaseSchema } from '@cytocomm/releases';
import type { WorkspaceBuild } from '@cytocomm/remote-tools';
import { GridFSBucket, MongoClient, type ObjectId } from 'mongodb';
import { publishBuilds } from '../../tools/commands/portal/publish-builds.ts';
import { type OwnPortal, type OwnProcess, startOwnPortal } from '../../tools/commands/testing/own-portal.ts';
import { fakeBuild } from '../../tools/commands/testing/release-builds.ts';
import { storeTeamToken } from '../testing/team-token.ts';
import { untilVisitorsGet, visitPage } from '../testing/visit.ts';

// STORM_KILLS makes it as many rounds as wanted; each kills another kind of process.
const ROUNDS = Number(process.env.STORM_KILLS ?? 3);
const REMOTE = 'mfe-lab';
const BY = { by: 'storm', reason: 'a test' };

let portal: OwnPortal;
let client: MongoClient;
let token: string;
let api: OwnProcess;
let web: OwnProcess;
let webs = 0;

const startWeb = () => portal.startWeb('one');

beforeAll(async () => {
  portal = await startOwnPortal();
  client = await MongoClient.connect(portal.settings.MONGODB_URI ?? '');
  token = await storeTeamToken(portal.settings.MONGODB_URI ?? '', REMOTE);
  await publishBuilds(portal.desk, [fakeBuild(portal.dir, 'shell'), fakeBuild(portal.dir, REMOTE)], BY);
  [api, web] = await Promise.all([portal.startApi(), startWeb()]);
});
afterAll(async () => {
  await client.close();
  await portal[Symbol.asyncDispose]();
});

async function send(path: string, type: string, body: BodyInit): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type };
  const answer = await fetch(api.url + path, { method: 'POST', headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} is ${answer.status}: ${text}`);
  return answer.status;
}

/** Publishes and promotes over HTTP, as a team does. */
async function release({ release, distDir }: WorkspaceBuild): Promise<void> {
  await send(addressOf(publishRelease, { remote: REMOTE }), 'application/gzip', await packRelease(distDir));
  const base = (await portal.desk.locks.live({})).id;
  const set = [{ remote: REMOTE, release: release.release }];
  await send(addressOf(promoteReleases), 'application/json', JSON.stringify({ base, set }));
}

/** What a release's record names is there, whole. */
async function expectWholeReleases(): Promise<void> {
  const db = client.db();
  const bucket = new GridFSBucket(db, { bucketName: RELEASE_COLLECTIONS.bucket });
  const contents = new Map<string, Promise<string>>();
  const read = async (hash: string): Promise<string> => {
    const blob = await db
      .collection<{ _id: string; fileId: ObjectId }>(RELEASE_COLLECTIONS.blobs)
      .findOne({ _id: hash });
    if (blob === null) return 'no content';
    const digest = createHash('sha256');
    for await (const piece of bucket.openDownloadStream(blob.fileId)) digest.update(piece);
    return digest.digest('hex');
  };
  for await (const record of db.collection(RELEASE_COLLECTIONS.releases).find()) {
    const { files } = storedReleaseSchema.parse(record);
    for (const { hash } of files) {
      const content = contents.get(hash) ?? read(hash);
      contents.set(hash, content);
      expect(await content).toBe(hash);
    }
  }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** A process that is killed: what it does until visitors get the release, or until it has ended; and how it is killed meanwhile. */
interface Victim {
  /** Resolves to how long it takes, in ms: the kill comes within it. */
  undisturbed(build: WorkspaceBuild): Promise<number>;
  kill(build: WorkspaceBuild, delayMs: number): Promise<void>;
}

const victims: Readonly<Record<string, Victim>> = {
  'the API': {
    undisturbed: (build) => timeOf(() => release(build)),
    async kill(build, delayMs) {
      const releasing = release(build).catch(() => undefined);
      await pause(delayMs);
      await api.kill();
      await releasing;
      api = await portal.startApi();
    },
  },
  'a web process': {
    undisturbed: (build) =>
      timeOf(async () => {
        await release(build);
        await untilVisitorsGet((await portal.desk.locks.live({})).id, [web.url]);
      }),
    async kill(build, delayMs) {
      const releasing = release(build);
      await pause(delayMs);
      await web.kill();
      await releasing;
      web = await startWeb();
    },
  },
  'a publishing program': {
    async undisturbed({ distDir }) {
      const { ended } = await portal.startPublishing(distDir);
      return timeOf(() => ended);
    },
    async kill({ distDir }, delayMs) {
      const program = await portal.startPublishing(distDir);
      await pause(delayMs);
      await program.kill();
    },
  },
};

async function timeEach(): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  // The API's first release takes longer: its threads start.
  await release(fakeBuild(portal.dir, REMOTE, { version: '1.1.0' }));
  for (const [index, [name, { undisturbed }]] of Object.entries(victims).entries()) {
    const build = fakeBuild(portal.dir, REMOTE, { version: `1.2.${index}` });
    times.set(name, await undisturbed(build));
  }
  return times;
}

test('after a kill of any process the state is the old or the new one, and the action can be repeated', async () => {
  const usualMs = await timeEach();
  const outcomes: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [name = '', victim] = Object.entries(victims)[round % 3] ?? [];
    const before = await portal.desk.locks.live({});
    const version = `2.0.${round}`;
    const build = fakeBuild(portal.dir, REMOTE, { version, content: version });
    const delayMs = Math.random() * (usualMs.get(name) ?? 0);
    await victim?.kill(build, delayMs);

    const live = await portal.desk.locks.live({});
    const releases = live.remotes.map(({ release }) => release);
    const isNew = live.id !== before.id;
    expect(releases).toEqual(isNew ? [build.release.release] : before.remotes.map((remote) => remote.release));
    const fresh = await portal.startWeb(`fresh-${webs++}`);
    const urls = [web.url, fresh.url];
    await untilVisitorsGet(live.id, urls);
    for (const url of urls) await visitPage(url, url, '/lab');
    await expectWholeReleases();

    // The same again: what is there is no hindrance.
    await send(addressOf(publishRelease, { remote: REMOTE }), 'application/gzip', await packRelease(build.distDir));
    if (!isNew) await release(build);
    const after = await portal.desk.locks.live({});
    expect(after.remotes.map((remote) => remote.release)).toEqual([build.release.release]);
    await untilVisitorsGet(after.id, urls);
    const { items } = await portal.desk.locks.list(100, undefined);
    expect(items.slice(0, 2).map(({ id }) => id)).toEqual([after.id, after.base]);
    await visitPage(web.url, fresh.url, '/lab');
    await fresh.kill();
    outcomes.push(`${name} after ${Math.round(delayMs)} ms: ${isNew ? 'new' : 'old'}`);
  }
  process.stdout.write(`${ROUNDS} kills: ${outcomes.join('; ')}\n`);
}, 900_000);
