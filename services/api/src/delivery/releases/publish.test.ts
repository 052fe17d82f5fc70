import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import {
  auditPageSchema,
  publishedReleaseSchema,
  type Release,
  releaseItemSchema,
  releasePageSchema,
} from '@cytocomm/contract';
import { expectProblem, read } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import {
  archiveOf,
  type Files,
  mintToken,
  type ReleaseFolderChange,
  releaseFiles,
  sendRelease,
} from '../../testing/releases.ts';

const portal = testPortal();
const developer = beforeTests(() => portal.signedInAs('developer@x.example', 'developer'));
const team = beforeTests(() => mintToken(developer, 'mfe-lab'));
const send = (body: Buffer, remote = 'mfe-lab') => sendRelease(portal.browser(), remote, team.token, body);
/** Sends to another process of the service. */
const sendElsewhere = async (body: Buffer) =>
  sendRelease(portal.browser((await portal.another()).url), 'mfe-lab', team.token, body);
const publish = async (change: ReleaseFolderChange, remote?: string) =>
  send(await archiveOf(await releaseFiles(change)), remote);
const manifestOf = (files: Files): Release => JSON.parse(files['release.json'] ?? '');
const count = (name: string) => portal.connection.collection(name).countDocuments();
const stored = async () => ({
  releases: await count('releases'),
  blobs: await count('release_blobs'),
  files: await count('release_files.files'),
  chunks: await count('release_files.chunks'),
});
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('cytocomm-release-'));
/** What an earlier run left is not ours. */
const earlier = new Set(folders());
const scratch = () => folders().filter((name) => !earlier.has(name));

describe('a release that is published', () => {
  it('is stored, listed, read and audited; publishing it again changes nothing', async () => {
    const files = await releaseFiles();
    const archive = await archiveOf(
      Object.fromEntries(Object.entries(files).map(([path, content]) => [`./${path}`, content])),
      [{ name: './', type: 'directory' }],
    );
    const first = await send(archive);
    const published = read(first, publishedReleaseSchema, 201);
    expect(published).toMatchObject({ remote: 'mfe-lab', version: '1.0.0', gate: { outcome: 'passed' } });
    expect(published.release).toBe(manifestOf(files).release);
    expect(published.gate.checks).toContainEqual(expect.objectContaining({ rule: 'trial-run', outcome: 'skipped' }));
    const before = await stored();
    expect(before).toMatchObject({ releases: 1, blobs: 3, files: 3 });

    const again = await send(archive);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(published);
    expect(await stored()).toEqual(before);

    const [item] = read(await developer.authorised('GET', '/api/releases'), releasePageSchema).items;
    expect(item).toMatchObject({ ...published, live: false, publishedBy: 'token mfe-lab/pipeline' });
    for (const name of ['1.0.0', published.release])
      expect(read(await developer.authorised('GET', `/api/releases/mfe-lab/${name}`), releaseItemSchema)).toEqual(item);
    expectProblem(await developer.authorised('GET', '/api/releases/mfe-lab/9.9.9'), 404, 'not-found');

    const admin = await portal.signedInAs('admin@x.example', 'admin');
    const { items } = read(await admin.get('/api/admin/audit'), auditPageSchema);
    expect(items.filter(({ action }) => action === 'release.published')).toHaveLength(1);
    await until('the folder to be removed', async () => scratch().length === 0);
  });

  it('shares contents with others, and a prerelease may be published again', async () => {
    const before = await stored();
    const [one, two] = [
      await publish({ version: '2.0.0-dev.1' }),
      await publish({ version: '2.0.0-dev.1', files: { 'More.js': '"use strict";' } }),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect((await stored()).files - before.files).toBe(3);
    const newest = await developer.authorised('GET', '/api/releases/mfe-lab/2.0.0-dev.1');
    expect(read(newest, releaseItemSchema).release).toBe(read(two, publishedReleaseSchema, 201).release);
  });

  it('refuses another release of a stable version', async () => {
    expectProblem(await publish({ files: { 'More.js': '"use strict";' } }), 409, 'version-taken');
  });

  it('accepts one of two concurrent releases of a version, and nothing of the other', async () => {
    const archives = await Promise.all(
      ['1', '2'].map(async (text) =>
        archiveOf(await releaseFiles({ version: '3.0.0', files: { 'More.js': `"use strict";${text}` } })),
      ),
    );
    const [one = Buffer.alloc(0), other = Buffer.alloc(0)] = archives;
    const statuses = (await Promise.all([send(one), sendElsewhere(other)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409]);
    expect(await portal.connection.collection('releases').countDocuments({ version: '3.0.0' })).toBe(1);
  });

  it('is one release for concurrent calls', async () => {
    const archive = await archiveOf(await releaseFiles({ version: '3.1.0' }));
    const statuses = (await Promise.all([send(archive), sendElsewhere(archive)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 201]);
  });

  it('is kept but cannot be promoted if the gate refuses it', async () => {
    const bad: readonly [string, ReleaseFolderChange, string][] = [
      ['4.0.0', { routes: ['/dashboard/lab'] }, 'reserved-addresses'],
      ['4.0.1', { routes: ['/platform'] }, 'claims'],
      ['4.0.2', { overlays: [{ slot: 'sign-in', component: 'Page' }] }, 'claims'],
      [
        '4.0.3',
        { sections: [{ id: 'lab', component: 'Page', role: 'admin', alsoFor: [], label: 'Lab', order: 1 }] },
        'claims',
      ],
      ['4.0.4', { files: { 'More.js': '"use strict";window.fetch=()=>1' } }, 'globals'],
    ];
    for (const [version, change, rule] of bad) {
      const { gate } = read(await publish({ version, ...change }), publishedReleaseSchema, 201);
      expect(gate.outcome).toBe('refused');
      expect(gate.checks.filter(({ outcome }) => outcome === 'refused').map((each) => each.rule)).toContain(rule);
    }
    const refused = await portal.connection.collection('audit').countDocuments({
      action: 'release.refused',
      'detail.rules': { $exists: true },
    });
    expect(refused).toBe(bad.length);
  });

  it('is stored with its files once a refused one passes, such as after a change of claims', async () => {
    const before = await stored();
    const change: ReleaseFolderChange = {
      version: '4.1.0',
      routes: ['/more'],
      files: { 'More.js': '"use strict";more;' },
    };
    const admin = await portal.signedInAs('owner@x.example', 'admin');
    const widen = async (routes: readonly string[]) => {
      const claims = { routes, sections: [], roles: [] };
      const body = { claims, mayPromote: false };
      expect((await admin.authorised('PUT', '/api/remotes/mfe-lab', { body })).status).toBe(200);
    };
    await widen(['/lab']);
    const first = read(await publish(change), publishedReleaseSchema, 201);
    expect(first.gate.outcome).toBe('refused');
    expect(read(await publish(change), publishedReleaseSchema).gate).toEqual(first.gate);
    expect(await stored()).toEqual({ ...before, releases: before.releases + 1 });

    await widen(['/lab', '/more']);
    expect(read(await publish(change), publishedReleaseSchema)).toMatchObject({
      release: first.release,
      gate: { outcome: 'passed' },
    });
    expect((await stored()).blobs).toBeGreaterThan(before.blobs);
    const item = await developer.authorised('GET', '/api/releases/mfe-lab/4.1.0');
    expect(read(item, releaseItemSchema).gate.outcome).toBe('passed');
    const published = { action: 'release.published', 'detail.version': '4.1.0' };
    expect(await portal.connection.collection('audit').countDocuments(published)).toBe(1);
    await portal.connection.collection('remotes').deleteMany({});
  });
});

describe('who may publish', () => {
  it('only the team of that remote and operators', async () => {
    const archive = await archiveOf(await releaseFiles({ version: '5.0.0' }));
    expectProblem(await send(archive, 'mfe-other'), 403, 'forbidden');
    const options = { headers: { 'Content-Type': 'application/gzip' }, body: archive };
    expect((await developer.authorised('POST', '/api/releases/mfe-lab', options)).status).toBe(201);
    const own = releasePageSchema.parse(
      (
        await portal.browser().call('GET', '/api/releases/mfe-lab?limit=2', {
          headers: { Authorization: `Bearer ${team.token}` },
          as: 'bare',
        })
      ).body,
    );
    expect([own.items[0]?.publishedBy, own.items.length]).toEqual(['developer@x.example', 2]);
    expect(own.nextCursor).not.toBeNull();
  });
});
