import { mintedTeamTokenSchema } from '@cytocomm/contract';
import { expectProblem, read } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { archiveOf, type ReleaseChange, releaseFiles } from '../../testing/releases.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const releases = () => portal.connection.collection('releases');
const filler = (letter: string) => ({ files: { 'More.js': `"use strict";/*${letter.repeat(6000)}*/` } });

it('a remote has a quota, checked before the gate, with shared contents counted once, also for concurrent releases', async () => {
  const admin = await portal.signedInAs('admin@x.example', 'admin');
  const small = await portal.another({ MAX_RELEASES_MB: '0.012' });
  const minted = await admin.authorised('POST', '/api/team-tokens', {
    body: { remote: 'mfe-lab', name: 'ci', expiresInDays: 1 },
  });
  const { token } = read(minted, mintedTeamTokenSchema, 201);
  const send = async (change: ReleaseChange, as = `Bearer ${token}`) =>
    portal.browser(small.url).call('POST', '/api/releases/mfe-lab', {
      headers: { 'Content-Type': 'application/gzip', Authorization: as },
      body: await archiveOf(await releaseFiles(change)),
      as: 'bare',
    });
  expect((await send({ version: '1.0.0', ...filler('a') })).status).toBe(201);
  expect((await send({ version: '1.0.1', ...filler('a') })).status).toBe(201);
  const before = await portal.connection.collection('release_blobs').countDocuments();
  const { detail } = expectProblem(await send({ version: '1.0.2', ...filler('b') }), 409, 'quota-exceeded');
  expect(detail).toContain('MAX_RELEASES_MB');
  expect(await portal.connection.collection('release_blobs').countDocuments()).toBe(before);
  expect((await releases().find().toArray()).map(({ version }) => version).toSorted()).toEqual(['1.0.0', '1.0.1']);
  expect((await send({ version: '1.0.1', ...filler('a') })).status).toBe(200);
  const person = `Bearer ${await admin.token()}`;
  await portal.connection.collection('releases').deleteMany({});
  const both = await Promise.all([
    send({ version: '1.0.3', ...filler('c') }),
    send({ version: '1.0.4', ...filler('d') }, person),
  ]);
  expect(both.filter(({ status }) => status === 201).length).toBeLessThan(2);
  expect(await portal.connection.collection('release_reservations').countDocuments()).toBe(0);
  const row = await portal.connection.collection('audit').findOne({ 'detail.code': 'quota-exceeded' });
  expect(row).toMatchObject({ action: 'release.refused', actor: 'token mfe-lab/ci' });
});
