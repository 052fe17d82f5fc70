import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseSchema } from '@cytocomm/contract';
import { describeRelease } from '@cytocomm/releases';
import { CommandFailed } from './command-context.ts';
import { readTarget } from './portal-calls.ts';
import { publishFolder } from './publish.ts';

const releaseFactsSchema = releaseSchema.omit({ release: true, files: true });

let server: Server;
let portal: string;
let dir: string;
let requests: IncomingMessage[];
let lines: string[];
let answer: RequestListener;

beforeEach(async () => {
  requests = [];
  lines = [];
  server = createServer((request, response) => {
    requests.push(request);
    request.resume().once('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  portal = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  dir = mkdtempSync(join(tmpdir(), 'published-'));
  writeFileSync(join(dir, 'entry.js'), 'content');
  const facts = releaseFactsSchema.parse({
    name: 'mfe-lab',
    title: 'Lab',
    version: '1.0.0',
    contract: '^1.0.0',
    entry: 'entry.js',
    components: {},
    contributions: { routes: [], links: [], sections: [], overlays: [] },
    shared: {},
    sharedNames: {},
  });
  const release = describeRelease(dir, facts);
  writeFileSync(join(dir, 'release.json'), JSON.stringify(release));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const stored = (gate: unknown) => ({
  remote: 'mfe-lab',
  version: '1.0.0',
  release: '1.0.0-0123456789ab',
  digest: 'a'.repeat(64),
  gate,
});
const passed = { outcome: 'passed', checks: [] };
const publish = (address = portal, token = 'cyt_token') =>
  publishFolder(dir, readTarget(address, token), (line) => void lines.push(line));

test('sends the folder under the token, and says whether it was there already', async () => {
  answer = json(201, stored(passed));
  await expect(publish()).resolves.toBe('mfe-lab 1.0.0 is published.');
  expect(requests[0]).toMatchObject({ method: 'POST', url: '/api/releases/mfe-lab' });
  expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer cyt_token', 'content-type': 'application/gzip' });
  answer = json(200, stored(passed));
  await expect(publish()).resolves.toBe('mfe-lab 1.0.0 is published already.');
});

const inTurn =
  (...answers: RequestListener[]): RequestListener =>
  (request, response) =>
    (answers[requests.length - 1] ?? answers.at(-1))?.(request, response);
const busy =
  (after: string): RequestListener =>
  (_, response) =>
    response.writeHead(503, { 'Retry-After': after, 'Content-Type': 'application/json' }).end('{}');

test('asks again while the portal is busy, as often as ten times', async () => {
  answer = inTurn(busy('0'), busy('0'), json(201, stored(passed)));
  await expect(publish()).resolves.toBe('mfe-lab 1.0.0 is published.');
  expect(requests).toHaveLength(3);
  answer = busy('0');
  requests = [];
  await expect(publish()).rejects.toThrow('the portal answered 503');
  expect(requests).toHaveLength(10);
});

test.each(['3600', 'soon', ''])('does not wait for a portal that is away, with Retry-After %j', async (after) => {
  answer = busy(after);
  await expect(publish()).rejects.toThrow('the portal answered 503');
  expect(requests).toHaveLength(after === '' ? 10 : 1);
});

test('waits for the trial run, and names what it refused', async () => {
  const check = { rule: 'trial-run', outcome: 'refused', message: 'mfe-lab 1.0.0: the page hangs.' };
  const item = (gate: unknown) =>
    json(200, { ...stored(gate), publishedAt: '2026-01-02T03:04:05.000Z', publishedBy: 'team', size: 1, live: false });
  answer = inTurn(json(201, stored({ outcome: 'running', checks: [] })), item({ outcome: 'refused', checks: [check] }));
  await expect(publish()).rejects.toThrow('is published, and the gate refused it:\n  mfe-lab 1.0.0: the page hangs.');
  expect(lines).toEqual(['mfe-lab 1.0.0 is uploaded, and its trial run has started …']);
  expect(requests[1]).toMatchObject({ method: 'GET', url: '/api/releases/mfe-lab/1.0.0-0123456789ab' });
  requests = [];
  answer = inTurn(json(201, stored({ outcome: 'running', checks: [] })), json(401, {}));
  await expect(publish()).rejects.toThrow(
    'mfe-lab is published, and its trial run cannot be seen: the portal answered 401',
  );
});

test('names what the gate refused', async () => {
  const check = { rule: 'globals', outcome: 'refused', message: 'mfe-lab 1.0.0 assigns window.fetch.' };
  answer = json(201, stored({ outcome: 'refused', checks: [check] }));
  await expect(publish()).rejects.toThrow(
    'mfe-lab 1.0.0 is published, and the gate refused it:\n  mfe-lab 1.0.0 assigns window.fetch.',
  );
});

test('says what the portal refused, in its words', async () => {
  const errors = [{ path: 'entry.js', message: 'has another hash' }];
  const problem = { type: 'about:blank', title: 'Unprocessable', status: 422, code: 'release-invalid', requestId: 'r' };
  answer = json(422, { ...problem, detail: 'The release cannot be used.', errors });
  await expect(publish()).rejects.toThrow(
    'mfe-lab was not published: The release cannot be used.\n  entry.js: has another hash',
  );
  answer = json(400, { ...problem, detail: 'Not accepted. entry.js: has another hash', errors });
  await expect(publish()).rejects.toThrow(/^mfe-lab was not published: Not accepted\. entry\.js: has another hash$/);
});

test.each<[string, RequestListener, string]>([
  ['a page', (_, response) => response.end('<!doctype html>'), 'the portal answered 200 with what is no answer'],
  ['another shape', json(201, { published: true }), 'the portal answered 201 with what is no answer'],
  ['an error without words', json(502, {}), 'the portal answered 502 with what is no answer'],
  ['a cut answer', (_, response) => response.destroy(), 'gave no answer'],
  ['a redirect', (_, response) => response.writeHead(307, { Location: '/' }).end(), 'gave no answer'],
  ['an endless answer', (_, response) => response.end('x'.repeat(2_000_000)), 'gave no answer'],
])('takes %s for no success', async (_, listener, words) => {
  answer = listener;
  await expect(publish()).rejects.toThrow(words);
  expect(requests).toHaveLength(1);
});

test.each([
  ['http://portal.example', 'cyt_token', 'has to be an https address'],
  ['ftp://localhost', 'cyt_token', 'has to be an https address'],
  ['portal', 'cyt_token', 'PORTAL_URL has to be the address of a portal'],
  ['', 'cyt_token', 'PORTAL_URL has to be the address of a portal'],
  ['https://portal.example', '', 'PORTAL_TOKEN has to hold a team token'],
])('a token does not go to %j with %j', (address, token, words) => {
  expect(() => readTarget(address, token)).toThrow(words);
});

test('never prints a token of any form', async () => {
  for (const token of ['cyt_half\ncyt_half', 'cyt_“quoted”', ' '])
    expect(() => readTarget(portal, token)).toThrow(/^PORTAL_TOKEN has to hold a team token/);
  for (const address of ['https://cyt_half@portal.example', 'https://user:cyt_half@portal.example'])
    expect(() => readTarget(address, 'cyt_token')).toThrow(
      /^PORTAL_URL has to be without a name and a password: PORTAL_TOKEN is all that is sent\.$/,
    );
  answer = json(201, stored(passed));
  await expect(publish(portal, ' cyt_token\n')).resolves.toBe('mfe-lab 1.0.0 is published.');
  expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer cyt_token' });
});

test('sends nothing of a folder that is no release or was changed after its build', async () => {
  writeFileSync(join(dir, 'entry.js'), 'changed');
  await expect(publish()).rejects.toThrow(/mfe-lab .* is not what its release\.json says/);
  rmSync(join(dir, 'release.json'));
  await expect(publish()).rejects.toThrow(CommandFailed);
  await expect(publish()).rejects.toThrow(`${dir} is no built release: there is no release.json in it.`);
  expect(requests).toEqual([]);
});
