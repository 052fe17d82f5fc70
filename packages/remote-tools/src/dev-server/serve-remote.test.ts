import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { integrityOf } from '@cytocomm/composition/node';
import { releaseSchema } from '@cytocomm/contract';
import { ROOT } from '../testing/written-remote.ts';
import { type HotMessage, readMessage } from './messages.ts';

const PORTAL = 'https://portal.example';
const SECTION = 'src/sections/NotesAndSops.tsx';

let work: string;
let dir: string;
let server: ChildProcess;
let lines: Interface;
let url: string;

/** webpack does not run inside jest's module system. */
const program = `import { serveRemoteBuild } from '@cytocomm/remote-tools/dev-server';
const [, , dir, portal] = process.argv;
const served = await serveRemoteBuild(dir, { port: 0, portal: new URL(portal), say: (line) => console.log(line.trim().split('\\n')[0]) });
console.log(JSON.stringify(served));
process.stdin.on('end', () => served.close().then(() => process.exit(0))).resume();`;

beforeAll(async () => {
  // Below the root, where the copy finds the same packages.
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  work = mkdtempSync(join(ROOT, 'test-results', 'dev-server-'));
  dir = join(work, 'remote');
  for (const part of ['package.json', 'remote.config.ts', 'src'])
    cpSync(join(ROOT, 'mfe-customer', part), join(dir, part), { recursive: true });
  writeFileSync(join(work, 'serve.mjs'), program);
  server = spawn(process.execPath, [join(work, 'serve.mjs'), dir, PORTAL], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (!server.stdout) throw new Error('the server prints nowhere');
  lines = createInterface(server.stdout);
  for await (const line of lines)
    if (line.startsWith('{')) {
      ({ url } = JSON.parse(line));
      break;
    }
});
afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.stdin?.end();
  expect(await ended).toBe(0);
  rmSync(work, { recursive: true, force: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Asks for a path as it stands: a URL would be put straight before it is sent. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const outgoing = request({ hostname, port, path, headers, method, agent: false }, async (answer) =>
      resolve({ status: answer.statusCode, headers: answer.headers, body: await text(answer) }),
    );
    outgoing.on('error', reject).end();
  });
}

/** Follows the stream as a page does, until what is done has led to a message that is waited for. */
async function follow(done: () => void, isWaitedFor: (message: HotMessage) => boolean): Promise<HotMessage> {
  const broken = new AbortController();
  const answer = await fetch(`${url}/@dev/events`, { headers: { Origin: PORTAL }, signal: broken.signal });
  let isDone = false;
  try {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const [, data = ''] of part.matchAll(/^data: (.*)$/gm)) {
        const message = readMessage(data);
        if (message && isDone && isWaitedFor(message)) return message;
        if (!isDone) done();
        isDone = true;
      }
    throw new Error('the stream has ended');
  } finally {
    broken.abort();
  }
}

function change(path: string, from: string | RegExp, to: string): () => void {
  const file = join(dir, path);
  const before = readFileSync(file, 'utf8');
  const changed = before.replace(from, to);
  if (changed === before) throw new Error(`${path} does not hold ${from}`);
  return () => writeFileSync(file, changed);
}

test('it serves a release: a valid manifest, and every file with the hash that stands there', async () => {
  const { status, body } = await ask('/release.json');
  expect(status).toBe(200);
  const release = releaseSchema.parse(JSON.parse(body));
  expect(release).toMatchObject({ name: 'mfe-customer', entry: 'remote-entry.js' });
  for (const { path, integrity } of release.files.filter((file) => /\.(js|css)$/.test(file.path)))
    expect(integrityOf(Buffer.from((await ask(`/${path}`)).body))).toBe(integrity);
  expect(JSON.stringify(release)).not.toContain('hot-update');
});

test('pages of the portal may read it, and no other page', async () => {
  const own = await ask('/remote-entry.js', { Origin: PORTAL });
  expect(own).toMatchObject({
    status: 200,
    headers: { 'access-control-allow-origin': PORTAL, vary: 'Origin', 'cache-control': 'no-store' },
  });
  for (const origin of ['https://evil.example', 'null', 'http://portal.example', `${PORTAL}.evil.example`, url]) {
    const other = await ask('/remote-entry.js', { Origin: origin });
    expect(other).toMatchObject({ status: 403, body: '' });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('under another name than that of this machine it answers nothing', async () => {
  const { port } = new URL(url);
  expect((await ask('/release.json', { Host: `localhost:${port}` })).status).toBe(200);
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost', `localhost.evil.example:${port}`])
    expect(await ask('/release.json', { Host: host })).toMatchObject({ status: 403, body: '' });
});

test.each(['//', '//[', 'http://:x'])('%s is no address, and the next request is answered', async (target) => {
  expect(await ask(target)).toMatchObject({ status: 400, body: '' });
  expect((await ask('/release.json')).status).toBe(200);
});

test.each(['cross-site', 'same-site'])('a %s page that does not name itself has pictures at most', async (site) => {
  const from = (path: string) => ask(path, { 'Sec-Fetch-Site': site });
  for (const path of ['/remote-entry.js', '/release.json', '/@dev/events', '/@dev/hot/mfe-customer/remote-entry.js'])
    expect(await from(path)).toMatchObject({ status: 403, body: '' });
  expect((await from('/none.svg')).status).toBe(404);
  const named = { 'Sec-Fetch-Site': site, Origin: PORTAL };
  expect((await ask('/remote-entry.js', named)).status).toBe(200);
  expect((await ask('/remote-entry.js', { 'Sec-Fetch-Site': 'none' })).status).toBe(200);
});

test('a browser that asks first is told that this network is meant', async () => {
  const preflight = { Origin: PORTAL, 'Access-Control-Request-Private-Network': 'true' };
  const { status, headers } = await ask('/release.json', preflight, 'OPTIONS');
  expect(status).toBe(204);
  expect(headers['access-control-allow-private-network']).toBe('true');
  expect((await ask('/release.json', { ...preflight, Origin: 'https://evil.example' }, 'OPTIONS')).status).toBe(403);
  expect((await ask('/release.json', { Origin: PORTAL }, 'POST')).status).toBe(405);
});

test.each([
  '/',
  '/nothing.js',
  '/../remote/package.json',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/package.json',
  '/@dev/hot/mfe-customer/../../release.json',
  '/@dev/hot/mfe-other/remote-entry.js',
  '/@dev/hot/',
  '/.building/x',
])('%s is nothing that it has', async (path) => {
  expect((await ask(path)).status).toBe(404);
});

test('a change leads from the build in the page to the next one; an error names its place, and goes', async () => {
  const isBuilt = ({ kind }: HotMessage) => kind === 'built';
  const before = await follow(change(SECTION, /$/, '\n// one more line'), isBuilt);
  const changed = await follow(change(SECTION, '// one more line', 'console.log("changed");'), isBuilt);
  if (before.kind !== 'built' || changed.kind !== 'built') throw new Error('nothing was built');
  const update = await ask(`/@dev/hot/mfe-customer/mfe_customer.${before.hash}.hot-update.json`, { Origin: PORTAL });
  expect(update.status).toBe(200);
  expect(JSON.parse(update.body).c).toContain('NotesAndSops');
  const updateOf = (chunk: string) => ask(`/@dev/hot/mfe-customer/${chunk}.${before.hash}.hot-update.js`);
  expect((await updateOf('NotesAndSops')).body).toContain('changed');
  expect((await updateOf('mfe_customer')).body).toContain(changed.hash);

  const broken = change(SECTION, 'console.log("changed");', 'console.log("changed"');
  const failed = await follow(broken, ({ kind }) => kind === 'failed');
  const line = readFileSync(join(dir, SECTION), 'utf8').trimEnd().split('\n').length;
  expect(failed).toMatchObject({
    name: 'mfe-customer',
    faults: [{ file: `mfe-customer/${SECTION}`, line, text: expect.stringContaining('Expected') }],
  });
  expect((await ask('/release.json')).status).toBe(200);
  const mended = await follow(change(SECTION, 'console.log("changed"', 'console.log("changed");'), isBuilt);
  if (mended.kind !== 'built') throw new Error('nothing was built');
  // What failed is no step on the way.
  const after = await ask(`/@dev/hot/mfe-customer/mfe_customer.${changed.hash}.hot-update.js`);
  expect(after.body).toContain(mended.hash);
});

test('a place in a script is one in the sources', async () => {
  const { body } = await ask('/NotesAndSops.js');
  const found = body.split('\n').findIndex((each) => each.includes('console.log("changed")')) + 1;
  const query = new URLSearchParams({ script: '/NotesAndSops.js', line: `${found}`, column: '1', text: 'Error: odd' });
  const place = await ask(`/@dev/place?${query}`, { Origin: PORTAL });
  expect(JSON.parse(place.body)).toMatchObject({
    file: `mfe-customer/${SECTION}`,
    line: readFileSync(join(dir, SECTION), 'utf8').trimEnd().split('\n').length,
    text: expect.stringMatching(/^Error: odd\n\n[\s\S]*> \d+ \| console\.log\("changed"\);/),
  });
  for (const bad of ['script=/../../package.json', 'script=/NotesAndSops.js&line=-1&column=x', ''])
    expect((await ask(`/@dev/place?${bad}`)).status).toBe(404);
});
