import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { join } from 'node:path';
import { auditPageSchema, publishedReleaseSchema } from '@cytocomm/contract';
import { expectProblem, read } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { archiveOf, type Files, mintToken, releaseFiles, sendRelease } from '../../testing/releases.ts';
import { slowUpload } from '../../testing/uploads.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
/** Of this test alone: other files publish at the same time. */
let scratch = '';
beforeEach(async () => {
  scratch = await fs.mkdtemp(join(os.tmpdir(), 'refused-uploads-'));
  jest.spyOn(os, 'tmpdir').mockReturnValue(scratch);
  syncBuiltinESMExports();
});
afterEach(async () => {
  jest.restoreAllMocks();
  // Otherwise modules that import a function by name keep the spy.
  syncBuiltinESMExports();
  await fs.rm(scratch, { recursive: true });
});

const GZIP = { 'Content-Type': 'application/gzip' };
const mint = (remote = 'mfe-lab') => mintToken(admin, remote);
const send = (token: string, body: Buffer, remote = 'mfe-lab') => sendRelease(portal.browser(), remote, token, body);
const count = (name: string, filter: object = {}) => portal.connection.collection(name).countDocuments(filter);
const stored = () =>
  Promise.all(['releases', 'release_blobs', 'release_files.files', 'release_files.chunks'].map((name) => count(name)));
const folders = async () => (await fs.readdir(scratch)).filter((name) => name.startsWith('cytocomm-release-'));

it('a refused upload is in the trail with team and reason', async () => {
  const { token } = await mint();
  const files = await releaseFiles();
  expect((await send(token, await archiveOf(files))).status).toBe(201);
  const other = await archiveOf(await releaseFiles({ files: { 'More.js': '"use strict";' } }));
  expectProblem(await send(token, other), 409, 'version-taken');
  expectProblem(await send(token, Buffer.from('none')), 422, 'release-invalid');
  const { items } = read(await admin.get('/api/admin/audit?subject=mfe-lab'), auditPageSchema);
  expect(items).toMatchObject([
    {
      action: 'release.refused',
      actor: 'token mfe-lab/pipeline',
      detail: { code: 'release-invalid', reason: expect.stringContaining('gzipped tar') },
    },
    { action: 'release.refused', actor: 'token mfe-lab/pipeline', detail: { code: 'version-taken' } },
    { action: 'release.published', actor: 'token mfe-lab/pipeline' },
  ]);
});

describe('a token that ends during its upload', () => {
  it.each(['revoked', 'expired'])('publishes nothing if it is %s', async (how) => {
    const { id, token } = await mint('mfe-slow');
    const archive = await archiveOf(await releaseFiles({ name: 'mfe-slow' }));
    const before = [await stored(), await folders()];
    const upload = slowUpload(portal.url, token, GZIP, '/api/releases/mfe-slow');
    await upload.write(archive.subarray(0, 100));
    await until('the upload to begin', async () => (await folders()).length > (before[1]?.length ?? 0));
    if (how === 'revoked') await admin.authorised('DELETE', `/api/team-tokens/${id}`);
    else
      await portal.connection
        .collection('team_tokens')
        .updateMany({ remote: 'mfe-slow' }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    await upload.write(archive.subarray(100));
    upload.sent.end();
    const answer = await upload.answer;
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'not-signed-in']);
    expect([await stored(), await folders()]).toEqual(before);
  });
});

describe('a machine without room', () => {
  const broken = (code: string) => async () => {
    throw Object.assign(new Error(code), { code, syscall: 'open' });
  };
  it.each(['ENOSPC', 'EIO', 'EMFILE'])('answers 503 for %s and leaves nothing', async (code) => {
    const { token } = await mint('mfe-full');
    const archive = await archiveOf(await releaseFiles({ name: 'mfe-full', version: '1.0.0-dev.1' }));
    const before = [await stored(), await folders()];
    for (const name of ['open', 'mkdtemp'] as const) {
      jest.spyOn(fs, name).mockImplementationOnce(broken(code));
      syncBuiltinESMExports();
      const logged = jest.spyOn(portal.api.log, 'error');
      const answer = await send(token, archive, 'mfe-full');
      expectProblem(answer, 503, 'unavailable');
      expect(answer.headers['retry-after']).toBe('30');
      expect(logged).toHaveBeenCalledWith(expect.objectContaining({ remote: 'mfe-full' }), expect.any(String));
      expect([await stored(), await folders()]).toEqual(before);
    }
    expect((await send(token, archive, 'mfe-full')).status).toBeLessThan(300);
    await portal.connection.collection('releases').deleteMany({ remote: 'mfe-full' });
  });
});

describe('the same release with a differently formatted release.json', () => {
  const laidOut = (files: Files): Files => ({
    ...files,
    'release.json': JSON.stringify(JSON.parse(files['release.json'] ?? ''), null, 2),
  });

  it('is the existing one', async () => {
    const { token } = await mint('mfe-two');
    const files = await releaseFiles({ name: 'mfe-two' });
    const first = read(await send(token, await archiveOf(files), 'mfe-two'), publishedReleaseSchema, 201);
    const second = read(await send(token, await archiveOf(laidOut(files)), 'mfe-two'), publishedReleaseSchema);
    expect(second).toEqual(first);
  });
});
