import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { openCommandCore } from './command.ts';
import { runCommand } from './run.ts';

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

const NAMES = ['migrate', 'users', 'remotes', 'audit', 'backup', 'restore', 'verify-backup'];
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
    ['users', 'add', 'nonsense', '--role', 'admin'],
    ['users', 'add', 'a@x.example', '--role', 'king'],
    ['users', 'drop', 'a@x.example'],
  ])('says how it is used: %s %s %s', async (...words) => {
    await expect(run(...words)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('Usage: '),
    });
  });
});

describe('migrate', () => {
  it('may be repeated, and run twice at once', async () => {
    await Promise.all([run('migrate'), run('migrate')]);
    await expect(run('migrate')).resolves.toContain('Nothing had to be changed.');
  });

  it('takes a new database for new, however many processes start on it at once', async () => {
    const empty = { ...environment, MONGODB_URI: database.sibling().uri };
    await Promise.all(Array.from({ length: 5 }, () => runCommand('migrate', [], empty)));
    await expect(runCommand('migrate', [], empty)).resolves.toContain('Nothing had to be changed.');
  });

  it('refuses a database of a build before 2.0.0, and says what to do', async () => {
    const old = { ...environment, MONGODB_URI: database.sibling().uri };
    const { core, close } = await openCommandCore(old);
    const applied = core.database.connection.collection<{ _id: string }>('migrations');
    await applied.insertOne({ _id: '0009-complete-accesses' });
    await expect(runCommand('migrate', [], old)).rejects.toMatchObject({
      name: 'DatabaseTooOld',
      message: expect.stringContaining('Start with an empty database'),
    });
    await close();
  });
});

it('tells whether the audit trail is whole', async () => {
  await expect(run('audit')).resolves.toContain('The audit trail is whole');
  const { core, close } = await openCommandCore(environment);
  await core.database.connection.collection('audit').updateOne({}, { $set: { subject: 'altered' } });
  await close();
  await expect(run('audit')).rejects.toThrow(/row \w+ was altered/);
});

describe('every command', () => {
  it.each(NAMES)('%s explains itself without a database', async (name) => {
    for (const flag of ['--help', '-h']) {
      const help = await runCommand(name, [flag], {});
      expect(help).toContain(`Usage: npm run ${name}`);
    }
    await expect(runCommand('--help', [], {})).resolves.toContain(name);
  });

  it.each(NAMES)(
    '%s refuses an option that there is not, in one line, before it looks for a database',
    async (name) => {
      const words = name === 'users' ? ['add', 'a@x.example', '--role', 'admin'] : ['file'];
      await expect(runCommand(name, [...words, '--dry-run'], {})).rejects.toMatchObject({
        name: 'UsageError',
        message: expect.stringMatching(/^Unknown option '--dry-run'\. Usage: .*$/),
      });
    },
  );

  it.each([
    ['users', 'add', 'named@x.example', '--role', 'developer'],
    ['audit'],
    ['migrate'],
    ['backup', '/nowhere/at/all'],
    ['restore', '/nowhere/at/all'],
  ])('%s names its database first, without the password', async (name, ...args) => {
    const lines: string[] = [];
    const address = new URL(database.uri);
    const ended = runCommand(name, args, environment, { say: (line) => lines.push(line), whose: 'this test’s' });
    // The first line is there before anything is done.
    expect(lines).toEqual([`Database: ${address.pathname.slice(1)} on ${address.host} (this test’s)`]);
    await ended.catch(() => undefined);
    expect(lines).toHaveLength(1);
  });

  it.each([
    ['migrate'],
    ['users', 'add', 'a@x.example', '--role', 'admin'],
    ['audit'],
    ['backup', 'x'],
    ['restore', 'x'],
  ])('%s guesses no database, and takes none that is unsafe', async (...words) => {
    for (const [uri, why] of [
      [undefined, 'MONGODB_URI: is missing'],
      ['', 'MONGODB_URI: is missing'],
      ['nonsense', 'MONGODB_URI: is not'],
      ['mongodb://db.example/portal', 'MONGODB_WITHOUT_TLS=yes'],
    ] as const)
      await expect(runCommand(words[0], words.slice(1), { ...environment, MONGODB_URI: uri })).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringContaining(why),
      });
  });
});

it('a command takes the database from a file, as a secret of a container is one', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'commands-'));
  const path = join(dir, 'uri');
  writeFileSync(path, `${database.uri}\n`);
  const { MONGODB_URI: _, ...others } = environment;
  const lines: string[] = [];
  await runCommand('migrate', [], { ...others, MONGODB_URI_FILE: path }, { say: (line) => lines.push(line) });
  expect(lines[0]).toContain(new URL(database.uri).pathname.slice(1));
  await expect(runCommand('migrate', [], { ...others, MONGODB_URI_FILE: dir })).rejects.toMatchObject({
    name: 'ConfigurationError',
    message: expect.stringContaining('MONGODB_URI_FILE: the file'),
  });
  rmSync(dir, { recursive: true });
});

describe('a database that is behind', () => {
  it.each([['users', 'add', 'a@x.example', '--role', 'admin'], ['audit']])(
    'is not brought up to date by %s, which says what to do',
    async (...words) => {
      const behind = database.sibling().uri;
      const ended = runCommand(words[0], words.slice(1), { ...environment, MONGODB_URI: behind });
      await expect(ended).rejects.toMatchObject({
        name: 'DatabaseBehind',
        message: expect.stringMatching(/0001-2\.0\.0.*run "migrate" or start the portal first/),
      });
      const { core, close } = await openCommandCore({ ...environment, MONGODB_URI: behind });
      expect(await core.database.connection.listCollections()).toEqual([]);
      await close();
    },
  );

  it('is no hindrance to a copy of it', async () => {
    const behind = { ...environment, MONGODB_URI: database.sibling().uri };
    const { core, close } = await openCommandCore(behind);
    await core.database.connection.collection('users').insertOne({ email: 'old@x.example', roles: 'admin' });
    const directory = mkdtempSync(join(tmpdir(), 'commands-'));
    await expect(runCommand('backup', [join(directory, 'copy')], behind)).resolves.toContain('1 records');
    rmSync(directory, { recursive: true });
    await close();
  });
});

it('names what is wrong with the command or the settings', async () => {
  await expect(run('nonsense')).rejects.toThrow(
    'Commands: migrate, users, remotes, audit, backup, keep-backups, restore, verify-backup.',
  );
  await expect(runCommand('migrate', [], {})).rejects.toThrow('MONGODB_URI: is missing');
});
