import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failureCauseListSchema, lockItemSchema } from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { type ReleaseName, storeRelease } from '../../testing/releases.ts';
import { createContents } from './contents.ts';
import { releaseModel } from './model.ts';
import { createSourceMaps } from './source-maps.ts';

let portal: TestPortal;
let admin: TestBrowser;
let lab: ReleaseName;
let other: ReleaseName;
let lock: string;
let dir: string;

// The second column of the script's first line is `Lab` in line 2 of the source.
const map = { version: 3, names: ['Lab'], sources: ['mfe-lab/src/pages/Lab.tsx'], mappings: 'CACAA' };
const MAPS = {
  'Lab.js.map': JSON.stringify(map),
  'text.js.map': 'no map',
  'broken.js.map': JSON.stringify({ ...map, mappings: '!!!!,,,;;;AAAAAAAAAA' }),
  'outside.js.map': JSON.stringify({ ...map, mappings: 'CA//////DAA' }),
  'old.js.map': JSON.stringify({ ...map, version: 2 }),
  'deep.js.map': '['.repeat(200_000),
  'large.js.map': JSON.stringify({ ...map, mappings: 'A'.repeat(2 * 1024 * 1024) }),
};

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  const shell = await storeRelease(portal.connection, 'shell');
  lab = await storeRelease(portal.connection, 'mfe-lab');
  other = await storeRelease(portal.connection, 'mfe-other');
  const body = { base: null, set: [shell, lab, other] };
  lock = (await read(await admin.authorised('POST', '/api/locks', { body }), lockItemSchema, 201)).id;
  dir = mkdtempSync(join(tmpdir(), 'maps-'));
  const files = Object.entries(MAPS).map(([path, content]) => {
    writeFileSync(join(dir, path), content);
    return { path, hash: createHash('sha256').update(content).digest('hex'), bytes: Buffer.byteLength(content) };
  });
  await createContents({ connection: portal.connection, now: () => new Date() }).store(dir, files);
  await releaseModel(portal.connection).updateOne(lab, { $push: { files: { $each: files } } });
});
afterAll(async () => {
  await portal.stop();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => portal.connection.collection('telemetry_causes').deleteMany({}));

const scriptOf = ({ remote, release }: ReleaseName, script: string) =>
  `https://portal.example/releases/${remote}/${release}/${script}`;

async function framesAfter(stack: string, reason: string) {
  const row = { kind: 'failure', ...lab, component: 'Lab', phase: 'render', reason, stack };
  expect(await portal.browser().post('/api/telemetry', { lock, rows: [row] })).toMatchObject({ status: 202 });
  const { items } = read(await admin.get('/api/telemetry/failures'), failureCauseListSchema);
  return items[0]?.frames;
}

it('a failure is mapped to its source', async () => {
  const stack = `Error: gone\n    at a (${scriptOf(lab, 'Lab.js')}:1:2)\n    at b (${scriptOf(lab, 'none.js')}:3:4)`;
  expect(await framesAfter(stack, 'mapped')).toEqual([
    { function: 'Lab', file: 'mfe-lab/src/pages/Lab.tsx', line: 2, column: 1 },
    { function: 'b', file: new URL(scriptOf(lab, 'none.js')).pathname, line: 3, column: 4 },
  ]);
});

it('a script of another release or origin stays unmapped', async () => {
  const stack = [scriptOf(other, 'Lab.js'), 'https://evil.example/Lab.js', scriptOf(lab, '../../Lab.js')]
    .map((address) => `    at a (${address}:1:2)`)
    .join('\n');
  const frames = await framesAfter(stack, 'elsewhere');
  expect(frames?.map(({ file }) => file)).toEqual([
    new URL(scriptOf(other, 'Lab.js')).pathname,
    '/Lab.js',
    '/releases/Lab.js',
  ]);
});

it.each(['text', 'broken', 'outside', 'old', 'deep', 'large'])('a map that is %s is ignored', async (name) => {
  const maps = createSourceMaps(portal.connection);
  const place = await maps.placeOf(lab.remote, lab.release, `${name}.js`, 1, 2);
  expect(place).toBeUndefined();
});

it.each([
  ['0:0', 0, 0],
  ['a line that is not there', 9_999_999, 9_999_999],
])('%s of a script is no place', async (_, line, column) => {
  const maps = createSourceMaps(portal.connection);
  await expect(maps.placeOf(lab.remote, lab.release, 'Lab.js', line, column)).resolves.toBeUndefined();
});
