import { expectProblem } from '../../testing/browser.ts';
import { testPortal } from '../../testing/portal.ts';
import { archiveOf, mintToken, type ReleaseChange, releaseFiles, sendRelease } from '../../testing/releases.ts';

const portal = testPortal();

const releases = () => portal.connection.collection('releases');
const filler = (letter: string) => ({ files: { 'More.js': `"use strict";/*${letter.repeat(6000)}*/` } });

it('a remote has a quota, checked before the gate, with shared contents counted once, also for concurrent releases', async () => {
  const admin = await portal.signedInAs('admin@x.example', 'admin');
  const small = await portal.another({ MAX_RELEASES_MB: '0.012' });
  const { token } = await mintToken(admin, 'mfe-lab');
  const send = async (change: ReleaseChange, as = token) =>
    sendRelease(portal.browser(small.url), 'mfe-lab', as, await archiveOf(await releaseFiles(change)));
  expect((await send({ version: '1.0.0', ...filler('a') })).status).toBe(201);
  expect((await send({ version: '1.0.1', ...filler('a') })).status).toBe(201);
  const before = await portal.connection.collection('release_blobs').countDocuments();
  const { detail } = expectProblem(await send({ version: '1.0.2', ...filler('b') }), 409, 'quota-exceeded');
  expect(detail).toContain('MAX_RELEASES_MB');
  expect(await portal.connection.collection('release_blobs').countDocuments()).toBe(before);
  expect((await releases().find().toArray()).map(({ version }) => version).toSorted()).toEqual(['1.0.0', '1.0.1']);
  expect((await send({ version: '1.0.1', ...filler('a') })).status).toBe(200);
  const person = await admin.token();
  await portal.connection.collection('releases').deleteMany({});
  const both = await Promise.all([
    send({ version: '1.0.3', ...filler('c') }),
    send({ version: '1.0.4', ...filler('d') }, person),
  ]);
  expect(both.filter(({ status }) => status === 201).length).toBeLessThan(2);
  expect(await portal.connection.collection('release_reservations').countDocuments()).toBe(0);
  const row = await portal.connection.collection('audit').findOne({ 'detail.code': 'quota-exceeded' });
  expect(row).toMatchObject({ action: 'release.refused', actor: 'token mfe-lab/pipeline' });
});
