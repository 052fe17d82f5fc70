import { runCommand } from '@cytocomm/api';
import { openCommandCore } from '@cytocomm/api/seeding';
import { startTestDatabase, type TestDatabase } from '../../../services/api/src/testing/database.ts';
import { SEED_COMMANDS } from './index.ts';
import { DEMO_PEOPLE, seedPeople } from './people.ts';

let database: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await startTestDatabase();
  environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: database.uri };
  await runCommand('migrate', [], environment);
});
afterAll(() => database.stop());

async function rolesOf(email: string): Promise<unknown> {
  const { users, close } = await openCommandCore(environment);
  const user = await users.byEmail(email);
  await close();
  return user?.roles;
}

const run = (name: string, ...words: string[]) => runCommand(name, words, environment, { commands: SEED_COMMANDS });

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
      CONTACT_EMAIL: 'hello@portal.example',
      SESSION_SECRET: 's'.repeat(32),
      TOKEN_SECRET: 't'.repeat(32),
    };
    await expect(runCommand('seed', [], elsewhere, { commands: SEED_COMMANDS })).rejects.toMatchObject({
      name: 'SeedRefused',
    });
  });
});

it('two seeds at once make each demo person once', async () => {
  const fresh = { ...environment, MONGODB_URI: database.sibling().uri };
  await runCommand('migrate', [], fresh);
  const [one, other] = await Promise.all([openCommandCore(fresh), openCommandCore(fresh)]);
  const added = await Promise.all([seedPeople(one.users, DEMO_PEOPLE), seedPeople(other.users, DEMO_PEOPLE)]);
  expect(added[0] + added[1]).toBe(5);
  expect(await one.core.database.connection.collection('users').countDocuments({ email: /@cytocomm\.example$/ })).toBe(
    5,
  );
  await Promise.all([one.close(), other.close()]);
});
