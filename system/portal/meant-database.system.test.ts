import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDatabase, startOwnDatabase } from '../../tools/commands/portal/database.ts';
import { writeAddresses } from '../../tools/commands/portal/run-file.ts';
import { runScript } from '../../tools/commands/testing/own-portal.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'meant-database-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const find = findDatabase;
const ADDRESSES = {
  url: 'http://localhost:1',
  mailUrl: null,
  operatorUrl: 'http://127.0.0.1:2',
  pid: process.pid,
};

function processesOf(folder: string): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(folder));
}

async function makeDatabase(): Promise<void> {
  const database = await startOwnDatabase(dir);
  await database.stop();
}

test('no new database is made in the place of the one that is meant', async () => {
  const data = join(dir, 'data');
  await expect(find({ DATA_DIR: data })).rejects.toThrow(
    `There is no database to act on: MONGODB_URI is not set, and the data folder ${data} (DATA_DIR) holds none. Set MONGODB_URI, or DATA_DIR`,
  );
  expect(readdirSync(dir)).toEqual([]);
});

test('in production MONGODB_URI alone names it', async () => {
  await makeDatabase();
  writeAddresses(dir, { ...ADDRESSES, mongoUri: 'mongodb://127.0.0.1:3/portal' });
  await expect(find({ DATA_DIR: dir, NODE_ENV: 'production' })).rejects.toThrow('MONGODB_URI has to name the database');
  expect(processesOf(dir)).toEqual([]);
});

test('the one in the data folder is started, and ended', async () => {
  await makeDatabase();
  const { uri, whose, variables, stop } = await find({ DATA_DIR: dir });
  expect(new URL(uri).pathname).toBe('/portal');
  expect([whose, variables.NODE_ENV]).toEqual([`the embedded one in ${dir}`, 'development']);
  await expect(find({ DATA_DIR: dir })).rejects.toMatchObject({
    name: 'CannotStart',
    message: expect.stringContaining('in use by another process'),
  });
  await stop();
  expect(processesOf(dir)).toEqual([]);
});

test('that of the portal which runs over the data folder goes before it', async () => {
  await makeDatabase();
  writeAddresses(dir, { ...ADDRESSES, mongoUri: 'mongodb://127.0.0.1:3/portal' });
  const { uri, whose } = await find({ DATA_DIR: dir });
  expect([uri, whose]).toEqual(['mongodb://127.0.0.1:3/portal', 'of the running portal http://localhost:1']);
});

test.each([
  ['mongodb://127.0.0.1/portal', undefined, 'development'],
  ['mongodb://db.example/portal', undefined, 'production'],
  ['mongodb+srv://db.example/portal', undefined, 'production'],
  ['mongodb://db.example/portal', 'development', 'development'],
])('%s with NODE_ENV %s is one of %s', async (uri, name, judged) => {
  const variables = {
    MONGODB_URI: uri,
    DATA_DIR: join(dir, 'none'),
    ...(name === undefined ? {} : { NODE_ENV: name }),
  };
  const found = await find(variables);
  expect([found.uri, found.variables.NODE_ENV]).toEqual([uri, judged]);
  expect(readdirSync(dir)).toEqual([]);
});

test('a command with MONGODB_URI needs no folder that can be written, and names the database without its password', async () => {
  const database = await startOwnDatabase(join(dir, 'running'));
  try {
    writeFileSync(join(dir, 'file'), '');
    const env = { MONGODB_URI: database.uri, DATA_DIR: join(dir, 'file', 'data') };
    const { host, password } = new URL(database.uri);
    const migrated = await runScript('database', ['migrate'], env);
    // As the containers have it.
    writeFileSync(join(dir, 'uri'), `${database.uri}\n`);
    const inFile = { MONGODB_URI_FILE: join(dir, 'uri'), DATA_DIR: env.DATA_DIR };
    const added = await runScript('database', ['users', 'add', 'ada@x.example', '--role', 'admin'], inFile);
    expect(migrated.lines).toEqual([`Database: portal on ${host}`, expect.stringContaining('up to date')]);
    expect(added.lines).toEqual([`Database: portal on ${host}`, 'ada@x.example is added as admin.']);
    expect([migrated.code, added.code]).toEqual([0, 0]);
    expect(password).not.toBe('');
    expect(migrated.said + added.said).not.toContain(password);
  } finally {
    await database.stop();
  }
});
