import { type CommandCore, openCommandCore } from '../commands/command-core.ts';
import { runCommand } from '../commands/run.ts';
import type { Core } from '../core.ts';
import { createClaimsTable } from '../releases/claims.ts';
import { createFindRelease } from '../releases/find-release.ts';
import { startTestDatabase, type TestDatabase } from '../testing/database.ts';
import { storeRelease } from '../testing/stored-releases.ts';
import { createReleaseSource } from './release-source.ts';
import { createLocks } from './service.ts';

let database: TestDatabase;
let opened: CommandCore;
beforeAll(async () => {
  database = await startTestDatabase();
  const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: database.uri };
  await runCommand('migrate', [], environment);
  opened = await openCommandCore(environment);
});
afterAll(async () => {
  await opened.close();
  await database.stop();
});

it('without LOCK_SIGNING_KEY nothing is promoted or rolled back, which is said, and what is live stays', async () => {
  const { core } = opened;
  const { connection } = core.database;
  const locksOf = (config: Core['config']) => {
    const own = { ...core, config };
    return createLocks(own, createReleaseSource(createFindRelease(connection), createClaimsTable(own)));
  };
  const [shell, lab] = [await storeRelease(connection, 'shell'), await storeRelease(connection, 'mfe-lab')];
  const actor = { actor: 'admin@x.example' };
  const first = await locksOf(core.config).promote({ base: null, set: [shell] }, actor);
  const second = await locksOf(core.config).promote({ base: first.id, set: [lab] }, actor);
  const without = locksOf({ ...core.config, lockSigningKey: undefined });
  const refusal = { status: 503, code: 'unavailable', message: expect.stringContaining('LOCK_SIGNING_KEY') };
  await expect(without.promote({ base: second.id, set: [], remove: ['mfe-lab'] }, actor)).rejects.toMatchObject(
    refusal,
  );
  await expect(without.rollBack({ to: first.id }, actor)).rejects.toMatchObject(refusal);
  expect((await without.live({})).id).toBe(second.id);
  expect(await connection.collection('audit_intents').countDocuments()).toBe(0);
});
