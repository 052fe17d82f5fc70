import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { API_VERSION } from '@cytocomm/contract';
import { CommandFailed } from './command-context.ts';
import { readTarget } from './portal-calls.ts';
import { promoteRemote, rollBackRemote, stopOwnCanary } from './promotion.ts';
import { describeStatus } from './release-commands.ts';

type Answer = (response: ServerResponse) => void;

let server: Server;
let portal: string;
/** What was asked, with the body. */
let requestLines: string[];
/** What is answered, by the call; of several in turn, and the last one from then on. */
let answers: Record<string, Answer | Answer[]>;

const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const problem = (status: number, code: string, detail: string): Answer => json(status, { code, detail, status });
const cut: Answer = (response) => void response.destroy();

const [STATUS, LIVE, PROMOTE] = ['GET /api/remotes/mfe-lab', 'GET /api/locks/live', 'POST /api/locks'];
const [ROLL_BACK, STOP, RELEASES] = [
  'POST /api/locks/rollback',
  'POST /api/canary/stop',
  'GET /api/releases/mfe-lab?limit=5',
];
const status = {
  remote: 'mfe-lab',
  mayPromote: true,
  switchedOff: null,
  live: { name: 'mfe-lab', version: '1.0.0', release: '1.0.0-0123456789ab' },
  canary: null,
  api: API_VERSION,
};
const lock = (id: string, version = '1.1.0') => ({ id, remotes: [{ name: 'mfe-lab', version, release: 'x' }] });
const moved = problem(409, 'lock-moved', 'Another lock is live now.');

beforeEach(async () => {
  requestLines = [];
  answers = { [STATUS]: json(200, status), [LIVE]: json(200, lock('one', '1.0.0')), [PROMOTE]: json(201, lock('two')) };
  const listener: RequestListener = (request, response) => {
    const call = `${request.method} ${request.url}`;
    void text(request).then((body) => {
      requestLines.push(body === '' ? call : `${call} ${body}`);
      const answer = answers[call];
      const next = Array.isArray(answer) ? (answer.length > 1 ? answer.shift() : answer[0]) : answer;
      (next ?? problem(404, 'not-found', 'There is nothing at this address.'))(response);
    });
  };
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  portal = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const target = () => readTarget(portal, 'cyt_token');
const promote = (more: Partial<Parameters<typeof promoteRemote>[1]> = {}) =>
  promoteRemote(target(), { remote: 'mfe-lab', version: '1.1.0', ...more });

test('promotes from the lock that is live, with its reason, and for some', async () => {
  await expect(promote({ reason: 'faster' })).resolves.toBe('mfe-lab 1.1.0 is live.');
  const set = [{ remote: 'mfe-lab', version: '1.1.0' }];
  expect(requestLines).toEqual([STATUS, LIVE, `${PROMOTE} ${JSON.stringify({ base: 'one', set, reason: 'faster' })}`]);
  await expect(promote({ share: { percent: 5 } })).resolves.toBe('mfe-lab 1.1.0 is a canary for 5 % of visitors.');
  await expect(promote({ share: { roles: ['investor', 'admin'] } })).resolves.toBe(
    'mfe-lab 1.1.0 is a canary for people with the role investor or admin.',
  );
  await promote({ version: '1.1.0-0123456789ab' });
  expect(requestLines.at(-1)).toContain('"set":[{"remote":"mfe-lab","release":"1.1.0-0123456789ab"}]');
});

test('what is live already is not promoted again', async () => {
  await expect(promote({ version: '1.0.0' })).resolves.toBe('mfe-lab 1.0.0 is live already.');
  await expect(promote({ version: '1.0.0-0123456789ab' })).resolves.toBe('mfe-lab 1.0.0-0123456789ab is live already.');
  expect(requestLines).toEqual([STATUS, STATUS]);
});

test('another promotion that was faster is promoted from, as often as five times', async () => {
  answers[LIVE] = [json(200, lock('one', '1.0.0')), json(200, lock('other', '1.0.0'))];
  answers[PROMOTE] = [moved, json(201, lock('two'))];
  await expect(promote()).resolves.toBe('mfe-lab 1.1.0 is live.');
  expect(requestLines.filter((call) => call.startsWith(PROMOTE))).toEqual([
    expect.stringContaining('"base":"one"'),
    expect.stringContaining('"base":"other"'),
  ]);
  answers[PROMOTE] = moved;
  requestLines = [];
  await expect(promote()).rejects.toThrow('mfe-lab 1.1.0 was not promoted: Another lock is live now.');
  expect(requestLines.filter((call) => call.startsWith(PROMOTE))).toHaveLength(5);
});

test('of two at once with the same version the other one has what it wants, too', async () => {
  answers[LIVE] = [json(200, lock('one', '1.0.0')), json(200, lock('two'))];
  answers[PROMOTE] = moved;
  await expect(promote()).resolves.toBe('mfe-lab 1.1.0 is live already.');
  expect(requestLines.filter((call) => call.startsWith(PROMOTE))).toHaveLength(1);
});

test('a team that may not promote is told so, and nothing is asked for', async () => {
  answers[STATUS] = json(200, { ...status, mayPromote: false });
  const words = 'The team of mfe-lab may not promote it: an admin allows it';
  await expect(promote()).rejects.toThrow(words);
  await expect(rollBackRemote(target(), 'mfe-lab')).rejects.toThrow(words);
  await expect(stopOwnCanary(target(), 'mfe-lab')).rejects.toThrow(words);
  expect(new Set(requestLines)).toEqual(new Set([STATUS]));
});

test.each<[string, Answer, RegExp]>([
  [
    'the token of somebody else',
    problem(403, 'forbidden', 'This token is for mfe-shop alone.'),
    /tells nothing of mfe-lab: This token is for mfe-shop alone\.$/,
  ],
  [
    'an unknown token',
    problem(401, 'not-signed-in', 'Sign in to do this.'),
    /tells nothing of mfe-lab: the portal does not know this PORTAL_TOKEN/,
  ],
  [
    'a portal from before',
    problem(404, 'not-found', 'There is nothing at this address.'),
    /is older than these tools, which need API \^.* npm install --save-dev @cytocomm\/remote-tools@latest$/,
  ],
  [
    'a portal of another API',
    json(200, { ...status, api: '2.0.0' }),
    /The API of http.* is 2\.0\.0, and these tools need \^.* Install the tools that it serves/,
  ],
  ['a portal of another API and shape', json(200, { api: '2.0.0' }), /The API of http.* is 2\.0\.0/],
  ['a portal that says half of it', json(200, { api: API_VERSION }), /does not answer as a portal does/],
  ['a portal of an older API', json(200, { ...status, api: '0.9.0' }), /is 0\.9\.0, and these tools need \^/],
  ['another site', (response) => void response.end('<!doctype html>'), /does not answer as a portal does/],
  [
    'another site without the page',
    (response) => void response.writeHead(404).end('<!doctype html>'),
    /does not answer as a portal does/,
  ],
  ['a portal that is away', cut, /gave no answer: .*\. Nothing was changed: try again when it is there\.$/],
  ['a portal that fails', (response) => void response.writeHead(502).end('Bad gateway'), /the portal answered 502/],
])('%s is told in one sentence, and nothing is changed', async (_, answer, words) => {
  answers[STATUS] = answer;
  for (const work of [promote(), rollBackRemote(target(), 'mfe-lab'), describeStatus(target(), 'mfe-lab')]) {
    const error = await work.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CommandFailed);
    expect(error).toMatchObject({ message: expect.stringMatching(words) });
    expect(error).toMatchObject({ message: expect.not.stringContaining('\n') });
  }
  expect(new Set(requestLines)).toEqual(new Set([STATUS]));
});

test('a newer portal of the same API may say more than is known here', async () => {
  const newer = API_VERSION.replace(/\.\d+$/, '.99');
  const canary = { ...status.live, version: '1.1.0', share: { roles: ['researcher'] }, startedBy: 'x', since: 'y' };
  answers[STATUS] = json(200, { ...status, api: newer, canary, claims: { invented: true }, weather: 'fine' });
  const release = {
    version: '1.1.0',
    publishedAt: '2026-01-02',
    publishedBy: 'a team',
    live: false,
    gate: { outcome: 'new' },
  };
  answers[RELEASES] = json(200, { items: [release], nextCursor: null });
  await expect(describeStatus(target(), 'mfe-lab')).resolves.toEqual([
    `mfe-lab at ${portal} (API ${newer})`,
    '  live: 1.0.0',
    '  canary: 1.1.0 for people with the role researcher, started by x',
    '  its team may promote it',
    '    1.1.0  2026-01-02  a team  gate: new',
  ]);
});

test('a portal that goes away in the middle: what was asked once is not asked again', async () => {
  answers[PROMOTE] = cut;
  await expect(promote()).rejects.toThrow(/gave no answer: .*Whether it was done, "portal status" tells; look before/);
  expect(requestLines.filter((call) => call.startsWith(PROMOTE))).toHaveLength(1);
  answers[ROLL_BACK] = (response) => void response.writeHead(503, { 'Retry-After': '0' }).end('{}');
  await expect(rollBackRemote(target(), 'mfe-lab')).rejects.toThrow(
    'mfe-lab was not rolled back: the portal answered 503',
  );
  expect(requestLines.filter((call) => call.startsWith(ROLL_BACK))).toHaveLength(1);
  const look = 'Whether it was done, "portal status" tells';
  for (const answer of [
    (response: ServerResponse) => void response.writeHead(502).end('Bad gateway'),
    (response: ServerResponse) => void response.writeHead(201).end('{"id":'),
    problem(503, 'database-unavailable', 'The database is away.'),
  ]) {
    answers[ROLL_BACK] = answer;
    await expect(rollBackRemote(target(), 'mfe-lab')).rejects.toThrow(look);
  }
  answers[ROLL_BACK] = problem(409, 'nothing-before', 'No release was live before.');
  await expect(rollBackRemote(target(), 'mfe-lab')).rejects.toThrow(
    /^mfe-lab was not rolled back: No release was live before\.$/,
  );
});

test('rolls back, and stops a canary', async () => {
  answers[ROLL_BACK] = json(201, lock('three', '0.9.0'));
  await expect(rollBackRemote(target(), 'mfe-lab', 'slow')).resolves.toBe('mfe-lab is back at 0.9.0.');
  expect(requestLines.at(-1)).toBe(`${ROLL_BACK} {"remote":"mfe-lab","reason":"slow"}`);
  answers[STOP] = [json(200, lock('one')), problem(409, 'no-canary', 'There is no canary.')];
  await expect(stopOwnCanary(target(), 'mfe-lab')).resolves.toBe(
    'The canary of mfe-lab is stopped; what is live stays.',
  );
  await expect(stopOwnCanary(target(), 'mfe-lab')).rejects.toThrow('was not stopped: There is no canary.');
});

test('a remote that is switched off, nothing live, and a canary of others', async () => {
  const switchedOff = { reason: 'it fails', at: '2026-01-02T03:04:05.000Z', by: 'an admin' };
  const runningCanary = { startedBy: 'token mfe-x/ci', startedAt: '2026-01-02T03:00:00.000Z' };
  answers[STATUS] = json(200, { ...status, switchedOff, live: null, mayPromote: false, runningCanary });
  answers[RELEASES] = json(200, { items: [], nextCursor: null });
  expect((await describeStatus(target(), 'mfe-lab')).slice(1)).toEqual([
    '  live: nothing',
    '  a canary of token mfe-x/ci runs since 2026-01-02T03:00:00.000Z, for 24 h at most',
    '  switched off since 2026-01-02T03:04:05.000Z by an admin: it fails',
    '  its team may not promote it',
  ]);
});
