import { startTestDatabase, type TestDatabase } from '../testing/database.ts';
import { userModel } from '../users/model.ts';
import { openCommandCore } from './command-core.ts';
import { seedPeople } from './people.ts';
import { runCommand } from './run.ts';

let database: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await startTestDatabase();
  environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: database.uri };
});
afterAll(() => database.stop());

async function rolesOf(email: string): Promise<unknown> {
  const { users, close } = await openCommandCore(environment);
  const roles = await users.rolesOf(email);
  await close();
  return roles;
}

const run = (...words: string[]) => runCommand(words[0], words.slice(1), environment);

describe('users', () => {
  it('makes the first admin, and gives one who exists a role', async () => {
    await expect(run('users', 'add', 'First@X.example', '--role', 'admin')).resolves.toBe(
      'first@x.example is added as admin.',
    );
    await expect(run('users', 'add', 'first@x.example', '--role', 'developer')).resolves.toContain(
      'roles: admin, developer',
    );
    await expect(rolesOf('first@x.example')).resolves.toEqual(['admin', 'developer']);
  });

  it('does not remove the last admin', async () => {
    await expect(run('users', 'remove', 'first@x.example')).rejects.toThrow('last admin');
    await run('users', 'add', 'second@x.example', '--role', 'admin');
    await expect(run('users', 'remove', 'first@x.example')).resolves.toBe('first@x.example is removed.');
    await expect(rolesOf('first@x.example')).resolves.toBeUndefined();
  });

  it.each([
    ['users'],
    ['users', 'add'],
    ['users', 'add', 'nonsense', '--role', 'admin'],
    ['users', 'add', 'a@x.example'],
    ['users', 'add', 'a@x.example', '--role', 'king'],
    ['users', 'add', 'a@x.example', 'b@x.example', '--role', 'admin'],
    ['users', 'add', 'a@x.example', '--rolle', 'admin'],
    ['users', 'drop', 'a@x.example'],
  ])('says how it is used: %s %s %s', async (...words) => {
    await expect(run(...words)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('Usage: '),
    });
  });
});

describe('seed', () => {
  it('adds the demo people once', async () => {
    await run('seed');
    await expect(run('seed')).resolves.toContain('0 people');
    await expect(rolesOf('all@cytocomm.example')).resolves.toEqual(['admin', 'investor', 'customer']);
    await expect(rolesOf('developer@cytocomm.example')).resolves.toEqual(['developer']);
    for (const role of ['admin', 'investor', 'customer'])
      await expect(rolesOf(`${role}@cytocomm.example`)).resolves.toEqual([role]);
  });

  it.each(['production', 'development'])('is refused under a public address: %s', async (name) => {
    const elsewhere = {
      ...environment,
      NODE_ENV: name,
      PUBLIC_URL: 'https://portal.example',
      MAIL_FROM: 'portal@portal.example',
      SESSION_SECRET: 's'.repeat(32),
      TOKEN_SECRET: 't'.repeat(32),
    };
    await expect(runCommand('seed', [], elsewhere)).rejects.toMatchObject({ name: 'SeedRefused' });
  });
});

describe('migrate', () => {
  it('brings records of an older form up to date, and may be repeated and run twice at once', async () => {
    const { core, close } = await openCommandCore(environment);
    const raw = core.database.connection.collection('users');
    await raw.insertMany([
      { email: 'Old.Person@X.example', name: 'Old Person', roles: 'investor', createdAt: new Date() },
      { email: 'odd@x.example', name: 'Odd', roles: { admin: true }, createdAt: new Date() },
    ]);
    await core.database.connection.collection('migrations').deleteMany({});
    await close();
    await Promise.all([run('migrate'), run('migrate')]);
    await run('migrate');
    const again = await openCommandCore(environment);
    const people = await userModel(again.core.database.connection)
      .find({ email: /^(old\.person|odd)@/ })
      .sort({ email: 1 })
      .lean();
    expect(people).toMatchObject([
      { email: 'odd@x.example', roles: [] },
      { email: 'old.person@x.example', roles: ['investor'], nameKeys: expect.arrayContaining(['per']) },
    ]);
    await again.close();
  });

  it('makes every index that a model states', async () => {
    const { core, close } = await openCommandCore(environment);
    for (const model of Object.values(core.database.connection.models)) {
      const made = await model.collection.indexes();
      expect(made.length).toBe(model.schema.indexes().length + 1);
    }
    await close();
  });
});

it('tells whether the audit trail is whole', async () => {
  await expect(run('audit')).resolves.toContain('The audit trail is whole');
  const { core, close } = await openCommandCore(environment);
  await core.database.connection
    .collection<{ _id: number }>('audit')
    .updateOne({ _id: 1 }, { $set: { subject: 'altered' } });
  await close();
  await expect(run('audit')).rejects.toThrow('row 1 was altered');
});

it('names what is wrong with the command or the settings', async () => {
  await expect(run('nonsense')).rejects.toThrow('Commands: migrate, seed, users, audit, backup, restore.');
  await expect(runCommand('migrate', [], {})).rejects.toThrow('MONGODB_URI: is missing');
});

it('two seeds at once make each demo person once', async () => {
  const fresh = { ...environment, MONGODB_URI: database.sibling().uri };
  const [one, other] = await Promise.all([openCommandCore(fresh), openCommandCore(fresh)]);
  const added = await Promise.all([seedPeople(one.users), seedPeople(other.users)]);
  expect(added[0] + added[1]).toBe(5);
  expect(await userModel(one.core.database.connection).countDocuments({ email: /@cytocomm\.example$/ })).toBe(5);
  await Promise.all([one.close(), other.close()]);
});
