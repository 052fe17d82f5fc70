import { expectProblem } from '../../testing/browser.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { archiveOf, mintToken, releaseFiles, sendRelease } from '../../testing/releases.ts';
import { holdBody } from '../../testing/slow-clients.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

const mint = async (remote: string) => (await mintToken(admin, remote)).token;
const send = (remote: string, token: string, body: Buffer) => sendRelease(portal.browser(), remote, token, body);

/** Begins an upload, and holds its last byte back. Resolves when it is under way. */
const hold = async (remote: string, token = '') =>
  holdBody(portal.url, {
    ...{ method: 'POST', path: `/api/releases/${remote}`, body: await archiveOf(await releaseFiles({ name: remote })) },
    headers: { 'Content-Type': 'application/gzip', Authorization: `Bearer ${token}` },
  });

it('a process accepts two concurrent uploads; a third gets Retry-After', async () => {
  const [one, two, three = ''] = await Promise.all(['mfe-one', 'mfe-two', 'mfe-three'].map(mint));
  const uploads = await Promise.all([hold('mfe-one', one), hold('mfe-two', two)]);
  const archive = await archiveOf(await releaseFiles({ name: 'mfe-three' }));
  const busy = await send('mfe-three', three, archive);
  expectProblem(busy, 503, 'busy');
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
  for (const upload of uploads) expect((await upload.finish()).status).toBe(201);
  expect((await send('mfe-three', three, archive)).status).toBe(201);
});

it('a remote has one concurrent upload, for all its tokens', async () => {
  const [first, second = '', other = ''] = await Promise.all(['mfe-four', 'mfe-four', 'mfe-five'].map(mint));
  const dripping = await hold('mfe-four', first);
  expectProblem(await send('mfe-four', second, Buffer.alloc(0)), 429, 'rate-limited');
  const archive = await archiveOf(await releaseFiles({ name: 'mfe-five' }));
  expect((await send('mfe-five', other, archive)).status).toBe(201);
  expect((await dripping.finish()).status).toBe(201);
});

it('a token publishes 200 times in 15 minutes, without an effect on others', async () => {
  const [token, other] = await Promise.all(['mfe-many', 'mfe-other'].map(mint));
  const statuses = new Set<number>();
  for (let turn = 0; turn < 200; turn += 1) statuses.add((await send('mfe-many', token ?? '', Buffer.alloc(0))).status);
  expect([...statuses]).toEqual([422]);
  const beyond = await send('mfe-many', token ?? '', Buffer.alloc(0));
  expectProblem(beyond, 429, 'rate-limited');
  expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0);
  const archive = await archiveOf(await releaseFiles({ name: 'mfe-other' }));
  expect((await send('mfe-other', other ?? '', archive)).status).toBe(201);
});
