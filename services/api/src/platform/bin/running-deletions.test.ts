import { Types } from 'mongoose';
import { documentModel } from '../../content/documents/model.ts';
import { createDocuments, type Documents } from '../../content/documents/service.ts';
import { eventModel } from '../../content/events/model.ts';
import { createEvents, type Events } from '../../content/events/service.ts';
import { createApprovalRule } from '../../content/press-releases/approval/rule.ts';
import { pressReleaseModel } from '../../content/press-releases/model.ts';
import { etagOf } from '../../content/press-releases/presentation.ts';
import { createPressReleases, type PressReleases } from '../../content/press-releases/service.ts';
import { type UserRecord, userModel } from '../../identity/users/model.ts';
import { type CommandCore, openCommandCore } from '../../main/commands/command.ts';
import { runCommand } from '../../main/commands/run.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createFileStore, type FileStore } from '../storage/file-store.ts';
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

it('a restore of an event before it is hidden is not lost, however the deletion goes on', async () => {
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

it('a restore of a release before it is hidden is not lost, however the deletion goes on', async () => {
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

const at = new Date('2026-05-01T12:00:00Z');
let people = 0;
const newEmail = () => {
  people += 1;
  return `person-${people}@x.example`;
};

const account = { issuer: 'https://login.example', subject: 'ada' };
const passkey = {
  ...{ id: 'key', credentialId: 'AQ', publicKey: 'AQ', counter: 0, transports: ['usb'], name: 'Key' },
  ...{ createdAt: at, synced: false },
};
const recoveryCodes = { salt: 'salt', hashes: ['a', 'b'], createdAt: at };
const session = { id: 'session', createdAt: at, userAgent: 'a browser' };
/** Each write to a record of a person, and what it leaves there. */
const WRITES: readonly [string, (person: UserRecord) => Promise<unknown>, object][] = [
  ['a name', ({ email }) => quick.users.rename(email, 'Ada L.', actor), { name: 'Ada L.', sortName: 'ada l.' }],
  [
    'a role',
    ({ email }) => quick.users.changeRole(email, 'customer', true, actor),
    { roles: ['investor', 'customer'] },
  ],
  ['a default role', ({ email }) => quick.users.setDefaultRole(email, 'investor'), { defaultRole: 'investor' }],
  ['a group', ({ email }) => quick.users.groups.change(email, 'board', true, actor), { groups: ['board'] }],
  [
    'a passkey with recovery codes',
    (person) =>
      quick.users.changeFactors(person, () => ({ factors: { passkeys: [passkey], recoveryCodes }, outcome: 'added' })),
    { passkeys: [passkey], recoveryCodes },
  ],
  [
    'an account of the company',
    (person) => quick.users.companyAccounts.link(person, account, at),
    { companyAccount: { ...account, linkedAt: at } },
  ],
  [
    'a sign-in',
    (person) => quick.users.sessions.add(person, session, at, { max: 9, endedBefore: new Date(0) }),
    { lastSignInAt: at, sessions: [] },
  ],
];

it.each(WRITES)(
  '%s that another process writes while a person is being deleted is in the bin',
  async (_, write, left) => {
    const email = newEmail();
    await slow.users.add({ email, roles: ['investor'] }, actor);
    const person = await models().users.findOne({ email }).lean();
    if (person === null) throw new Error('The person was not added.');
    const wrote = jest.fn(() => write(person));
    before('users', 'deleteOne', wrote);
    await slow.users.remove(email, actor);
    await expect(wrote.mock.results[0]?.value).resolves.not.toBe(false);
    expect(await quick.users.byEmail(email)).toBeUndefined();
    await quick.users.bin.restore(email, actor);
    expect(await quick.users.byEmail(email)).toMatchObject({ ...left, createdAt: person.createdAt });
  },
);

it('a field of a newer version that is written while a person is being deleted is in the bin', async () => {
  const email = newEmail();
  await slow.users.add({ email, roles: [] }, actor);
  const users = models().users.collection;
  await users.updateOne({ email }, { $set: { newer: 1 } });
  before('users', 'deleteOne', () => users.updateOne({ email }, { $set: { newer: 2 } }));
  await slow.users.remove(email, actor);
  await quick.users.bin.restore(email, actor);
  expect(await users.findOne({ email })).toMatchObject({ newer: 2 });
});

it('a person who changes at each attempt to delete them stays, and the caller is told to try again', async () => {
  const email = newEmail();
  await slow.users.add({ email, roles: [] }, actor);
  let count = 0;
  const users = models().users.collection;
  const remove = users.deleteOne.bind(users);
  jest.spyOn(users, 'deleteOne').mockImplementation(async (...call) => {
    count += 1;
    await quick.users.rename(email, `Ada ${count}`, actor);
    return remove(...call);
  });
  await expect(slow.users.remove(email, actor)).rejects.toMatchObject({ status: 503 });
  expect(await quick.users.byEmail(email)).toMatchObject({ name: `Ada ${count}` });
  expect(count).toBe(10);
  expect(await slow.core.audit.about(email, 1)).toMatchObject([{ action: 'user.renamed' }]);
  expect(await inBin(email)).toBeNull();
});

it('a person who became the last admin between two attempts to delete them is not in the bin', async () => {
  const [email, other] = [newEmail(), newEmail()];
  for (const each of [email, other]) await slow.users.add({ email: each, roles: ['admin'] }, actor);
  before('users', 'deleteOne', async () => {
    await quick.users.rename(email, 'Ada L.', actor);
    await models().users.updateOne({ email: other }, { $set: { roles: [] } });
  });
  await expect(slow.users.remove(email, actor)).rejects.toMatchObject({ status: 409, code: 'last-admin' });
  expect(await inBin(email)).toBeNull();
});

describe('two deletions at once: what the later one read is in the bin', () => {
  /** Lets something happen right before the slow process puts what it read into the bin. */
  const beforePut = (happens: () => unknown) => before('bin', 'updateOne', happens);

  it('of a person, without the role that was taken in between', async () => {
    const email = newEmail();
    await slow.users.add({ email, roles: ['investor', 'customer'] }, actor);
    beforePut(async () => {
      await quick.users.changeRole(email, 'investor', false, actor);
      await quick.users.remove(email, actor);
    });
    await expect(slow.users.remove(email, actor)).rejects.toMatchObject({ status: 404 });
    await quick.users.bin.restore(email, actor);
    expect(await quick.users.byEmail(email)).toMatchObject({ roles: ['customer'] });
  });

  it('of a release, for those who read it in the end', async () => {
    const id = await aRelease();
    beforePut(async () => {
      await restoring.releases.change(id, { target: ['investors'] }, undefined, actor);
      await restoring.releases.remove(id, undefined, actor);
    });
    await expect(deleting.releases.remove(id, undefined, actor)).rejects.toMatchObject({ status: 404 });
    await restoring.releases.bin.restore(id, actor);
    expect(await restoring.releases.find(id)).toMatchObject({ target: ['investors'] });
  });

  it('of an event, for those who see it in the end', async () => {
    const id = await anEvent();
    beforePut(async () => {
      await restoring.events.change(id, { audience: ['investor'] }, actor);
      await restoring.events.remove(id, actor);
    });
    await expect(deleting.events.remove(id, actor)).rejects.toMatchObject({ status: 404 });
    await restoring.events.bin.restore(id, actor);
    expect(await restoring.events.read(id, { roles: ['admin'], groups: [] })).toMatchObject({ audience: ['investor'] });
  });

  it('of a document, for those who read it in the end', async () => {
    const id = await aDocument();
    beforePut(async () => {
      await restoring.documents.tidyUp();
      await restoring.documents.bin.restore(id, actor);
      await restoring.documents.change(id, { visibility: 'investor' }, actor);
      await restoring.documents.remove(id, actor);
    });
    await deleting.documents.remove(id, actor);
    await restoring.documents.bin.restore(id, actor);
    expect(await restoring.documents.find(id, ['investor'])).toMatchObject({ visibility: 'investor' });
  });
});

it('a release that somebody changed before it could be deleted is not in the bin', async () => {
  const id = await aRelease();
  const etag = etagOf(await deleting.releases.find(id));
  before('releases', 'updateOne', () => restoring.releases.change(id, { title: 'Old' }, undefined, actor));
  await expect(deleting.releases.remove(id, etag, actor)).rejects.toMatchObject({ status: 412 });
  expect(await inBin(id)).toBeNull();
});

it('an event that changes at each attempt to delete it stays, and is not in the bin', async () => {
  const id = await anEvent();
  let count = 0;
  const events = models().events.collection;
  const hide = events.updateOne.bind(events);
  jest.spyOn(events, 'updateOne').mockImplementation(async (...call) => {
    count += 1;
    await restoring.events.change(id, { title: `Day ${count}` }, actor);
    return hide(...call);
  });
  await expect(deleting.events.remove(id, actor)).rejects.toMatchObject({ status: 503 });
  expect(await inBin(id)).toBeNull();
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

it('a release that changes at each attempt to delete it stays, and is not in the bin', async () => {
  const id = await aRelease();
  let count = 0;
  const releases = models().releases.collection;
  const hide = releases.updateOne.bind(releases);
  jest.spyOn(releases, 'updateOne').mockImplementation(async (...call) => {
    count += 1;
    if (count <= 30) await restoring.releases.change(id, { title: `News ${count}` }, undefined, actor);
    return hide(...call);
  });
  await expect(deleting.releases.remove(id, undefined, actor)).rejects.toMatchObject({ status: 503 });
  expect(await restoring.releases.find(id)).toMatchObject({ title: 'News 10', status: 'published' });
  expect(await inBin(id)).toBeNull();
});
