import { Types } from 'mongoose';
import { type CommandCore, openCommandCore } from '../commands/command-core.ts';
import { runCommand } from '../commands/run.ts';
import { documentModel } from '../documents/model.ts';
import { createDocuments, type Documents } from '../documents/service.ts';
import { eventModel } from '../events/model.ts';
import { createEvents, type Events } from '../events/service.ts';
import { createApprovalRule } from '../press-releases/approval/rule.ts';
import { pressReleaseModel } from '../press-releases/model.ts';
import { createPressReleases, type PressReleases } from '../press-releases/service.ts';
import { createFileStore, type FileStore } from '../storage/file-store.ts';
import { startTestDatabase, type TestDatabase } from '../testing/database.ts';
import { userModel } from '../users/model.ts';
import { binModel } from './model.ts';

const actor = { actor: 'admin@x.example', from: '192.0.2.1' };

let database: TestDatabase;
/** A process whose deletion stalls. */
let slow: CommandCore;
/** Another one, in which somebody restores meanwhile. */
let quick: CommandCore;
interface Domains {
  readonly events: Events;
  readonly releases: PressReleases;
  readonly documents: Documents;
  readonly files: FileStore;
}
let deleting: Domains;
let restoring: Domains;

function domainsOf({ core, users }: CommandCore): Domains {
  const files = createFileStore(core.database);
  const releases = createPressReleases(core, createApprovalRule(core.config, users));
  return { events: createEvents(core), releases, documents: createDocuments(core, files), files };
}

beforeAll(async () => {
  database = await startTestDatabase();
  const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: database.uri };
  await runCommand('migrate', [], environment);
  slow = await openCommandCore(environment);
  quick = await openCommandCore(environment);
  deleting = domainsOf(slow);
  restoring = domainsOf(quick);
});
afterAll(async () => {
  await slow.close();
  await quick.close();
  await database.stop();
});

const models = () => {
  const { connection } = slow.core.database;
  return {
    users: userModel(connection),
    events: eventModel(connection),
    releases: pressReleaseModel(connection),
    documents: documentModel(connection),
    bin: binModel(connection),
  };
};

/** Lets something happen right before the slow process writes to a collection the next time. */
function before(collection: keyof ReturnType<typeof models>, write: 'deleteOne' | 'updateOne', happens: () => unknown) {
  const driver = models()[collection].collection;
  const real = driver[write].bind(driver);
  jest.spyOn(driver, write).mockImplementationOnce(async (...args: unknown[]) => {
    await happens();
    return Reflect.apply(real, driver, args);
  });
}
afterEach(() => jest.restoreAllMocks());

async function anEvent(): Promise<string> {
  const { id } = await deleting.events.add({ title: 'A day', date: '2026-12-01' }, undefined, actor);
  return id;
}

async function aRelease(): Promise<string> {
  const text = { title: 'News', content: '<p>Words.</p>', target: ['public'] as const };
  return String((await deleting.releases.write(text, undefined, actor))._id);
}

async function aDocument(): Promise<string> {
  async function* bytes() {
    yield Buffer.from('a file');
  }
  const file = await deleting.files.write(bytes(), { name: 'a.pdf', inspect: () => undefined });
  const fields = { title: 'Report', visibility: 'public', name: 'a.pdf' } as const;
  return (await deleting.documents.add(fields, file, undefined, actor)).id;
}

const inBin = (subject: string) => models().bin.exists({ subject });

it('an event that is restored while its deletion still runs stays', async () => {
  const id = await anEvent();
  before('events', 'deleteOne', () => restoring.events.bin.restore(id, actor));
  await deleting.events.remove(id, actor);
  expect(await restoring.events.read(id, { roles: ['admin'], groups: [] })).toMatchObject({
    title: 'A day',
    sequence: 1,
  });
});

it('a restore of an event before it is hidden is not lost, whatever the deletion does then', async () => {
  const id = await anEvent();
  before('events', 'updateOne', () => restoring.events.bin.restore(id, actor));
  await deleting.events.remove(id, actor);
  expect(await inBin(id)).not.toBeNull();
  await restoring.events.bin.restore(id, actor);
  expect(await restoring.events.read(id, { roles: ['admin'], groups: [] })).toMatchObject({ title: 'A day' });
});

it('a release that is restored while its deletion still runs stays', async () => {
  const id = await aRelease();
  before('releases', 'deleteOne', () => restoring.releases.bin.restore(id, actor));
  await deleting.releases.remove(id, undefined, actor);
  expect(await restoring.releases.find(id)).toMatchObject({ title: 'News', status: 'published' });
});

it('a restore of a release before it is hidden is not lost, whatever the deletion does then', async () => {
  const id = await aRelease();
  before('releases', 'updateOne', () => restoring.releases.bin.restore(id, actor));
  await deleting.releases.remove(id, undefined, actor);
  expect(await inBin(id)).not.toBeNull();
  await restoring.releases.bin.restore(id, actor);
  expect(await restoring.releases.find(id)).toMatchObject({ title: 'News', status: 'published' });
});

it('a release that is hidden while its restore looks for it is shown again, with its date', async () => {
  const id = new Types.ObjectId(await aRelease());
  const record = await models().releases.findById(id).lean();
  await deleting.releases.remove(String(id), undefined, actor);
  // As it was when the bin had it, and nothing was hidden.
  await models().releases.create({ ...record });
  const hide = { $set: { status: 'draft' }, $unset: { date: 1 }, $inc: { version: 1 } };
  before('releases', 'updateOne', () => undefined);
  before('releases', 'updateOne', () => models().releases.collection.updateOne({ _id: id, version: 1 }, hide));
  await deleting.releases.bin.restore(String(id), actor);
  // The deletion goes on.
  await models().releases.deleteOne({ _id: id, version: 2 });
  expect(await restoring.releases.find(String(id))).toMatchObject({ status: 'published', date: record?.date });
});

it('a restore of a person before their deletion goes on is not lost', async () => {
  const email = 'ada@x.example';
  await slow.users.add({ email, roles: [] }, actor);
  before('users', 'deleteOne', () => quick.users.bin.restore(email, actor));
  await slow.users.remove(email, actor);
  expect(await inBin(email)).not.toBeNull();
  await quick.users.bin.restore(email, actor);
  expect(await quick.users.byEmail(email)).toMatchObject({ email });
});

it('a document that is restored while its deletion still runs stays, and is not in the bin', async () => {
  const id = await aDocument();
  before('documents', 'deleteOne', () => restoring.documents.bin.restore(id, actor));
  await deleting.documents.remove(id, actor);
  expect(await restoring.documents.find(id, ['public'])).toMatchObject({ title: 'Report' });
  expect(await inBin(id)).toBeNull();
});

it('a document that is restored after another process began to complete its deletion stays, and is not in the bin', async () => {
  const id = await aDocument();
  const hidden = { $set: { removedFrom: 'public' }, $unset: { visibility: 1 } } as const;
  await models().documents.updateOne({ _id: id }, hidden);
  const record = await models().documents.findById(id).lean();
  // The process that began it has put it into the bin, where it was found.
  await restoring.documents.tidyUp();
  await models().documents.create({ ...record });
  before('bin', 'updateOne', () => restoring.documents.bin.restore(id, actor));
  await deleting.documents.tidyUp();
  expect(await restoring.documents.find(id, ['public'])).toMatchObject({ title: 'Report' });
  expect(await inBin(id)).toBeNull();
});

it('what a deletion takes away while it is being restored is stored again', async () => {
  const id = new Types.ObjectId(await anEvent());
  const record = await models().events.findById(id).lean();
  await deleting.events.remove(String(id), actor);
  await models().events.create({ ...record, removedAt: new Date() });
  // Found there by the restore, and deleted before it is shown.
  before('events', 'updateOne', () => models().events.collection.deleteOne({ _id: id }));
  await deleting.events.bin.restore(String(id), actor);
  expect(await restoring.events.read(String(id), { roles: ['admin'], groups: [] })).toMatchObject({ title: 'A day' });
});
