import type { Core } from '../../platform/core.ts';
import { startTestCore, type TestCore } from '../../testing/core.ts';
import { storeRelease } from '../../testing/releases.ts';
import { createClaimsTable } from '../releases/claims.ts';
import { createFindRelease } from '../releases/live-releases.ts';
import { createReleaseSource } from './composition.ts';
import { createLocks } from './service.ts';

let opened: TestCore;
beforeAll(async () => {
  opened = await startTestCore();
});
afterAll(() => opened.stop());

it('without LOCK_SIGNING_KEY promotions and roll backs are refused, and the live lock stays', async () => {
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
});
