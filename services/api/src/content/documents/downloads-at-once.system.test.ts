import { connect } from 'node:net';
import { documentSchema, problemSchema, type StoredDocument } from '@cytocomm/contract';
import { createListener } from '@cytocomm/runtime';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { type Cable, layCable } from '../../testing/cable.ts';
import { until } from '../../testing/clock.ts';
import { metricOf, type RunningApi, startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { openStalledReader, type StalledReader } from '../../testing/slow-clients.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';

const MB = 1024 * 1024;
/** How many downloads one client has at once. */
const OF_CLIENT = 20;
/** More than the buffers of two sockets take. */
const LARGE_BYTES = 16 * MB;

let portal: TestPortal;
let admin: TestBrowser;
let large: StoredDocument;
let small: StoredDocument;
const open: StalledReader[] = [];

async function upload(bytes: number): Promise<StoredDocument> {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, 'x')]);
  const body = multipart([
    { name: 'title', value: 'A file' },
    { name: 'visibility', value: 'public' },
    { name: 'file', value: content, fileName: 'a.pdf' },
  ]);
  const headers = { 'Content-Type': MULTIPART };
  return read(await admin.authorised('POST', '/api/admin/documents', { headers, body }), documentSchema, 201);
}

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  large = await upload(LARGE_BYTES);
  small = await upload(1000);
});
afterEach(async () => {
  for (const reader of open.splice(0)) reader.close();
  await underWay(0);
});
afterAll(() => portal.stop());

/** A client at an address, which reads nothing of the large file. */
async function stalled(address: string, at: string = portal.url): Promise<StalledReader> {
  const reader = await openStalledReader(at + large.url, { 'X-Forwarded-For': address });
  open.push(reader);
  return reader;
}

const stall = (address: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => stalled(address))).then((all) => all.map(({ status }) => status));

/** Waits until so many downloads are under way. */
const underWay = (count: number, { operatorUrl }: RunningApi = portal) =>
  until(`${count} downloads under way`, async () => (await metricOf(operatorUrl, 'downloads_under_way')) === count);

it('a client has twenty slots; the next download gets Retry-After, and other clients are not affected', async () => {
  const [client, other] = [portal.browser(), portal.browser()];
  expect(await stall(client.address, OF_CLIENT)).toEqual(Array(OF_CLIENT).fill(200));
  const refused = await client.get(small.url);
  expect(read(refused, problemSchema, 429).code).toBe('rate-limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await other.get(small.url)).status).toBe(200);
  expect((await client.get('/api/documents')).status).toBe(200);
  open.shift()?.close();
  await until('room for one more', async () => (await client.get(small.url)).status === 200);
  await underWay(OF_CLIENT - 1);
});

it('an IPv6 network gets the slots of four clients, from any of its addresses', async () => {
  const address = (turn: number) => `2001:db8:7:${(turn % 8).toString(16)}::${turn + 1}`;
  const statuses = await Promise.all(
    Array.from({ length: 4 * OF_CLIENT }, async (_, turn) => (await stalled(address(turn))).status),
  );
  expect(statuses).toEqual(Array(4 * OF_CLIENT).fill(200));
  expect((await stalled('2001:db8:7:9::1')).status).toBe(429);
  expect((await stalled('2001:db8:7:100::1')).status).toBe(200);
});

it('a process answers 503 beyond its slots', async () => {
  const full = await portal.another({}, { mostAtOnce: { downloads: 3, streams: 3 } });
  for (let turn = 0; turn < 3; turn += 1) expect((await stalled(`192.0.2.${turn}`, full.url)).status).toBe(200);
  const refused = await portal.browser(full.url).get(small.url);
  expect(read(refused, problemSchema, 503).code).toBe('busy');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await portal.browser(full.url).get('/api/documents')).status).toBe(200);
  open[0]?.close();
  await until('room', async () => (await portal.browser(full.url).get(small.url)).status === 200);
  await full.stop();
});

const ENDS: Readonly<Record<string, readonly [number, (client: TestBrowser) => Promise<{ readonly status: number }>]>> =
  {
    whole: [200, (client) => client.get(small.url)],
    'a part': [206, (client) => client.get(small.url, { headers: { Range: 'bytes=0-9' } })],
    'several parts': [206, (client) => client.get(small.url, { headers: { Range: 'bytes=0-4,100-104' } })],
    HEAD: [200, (client) => client.call('HEAD', small.url)],
    'known already': [304, (client) => client.get(small.url, { headers: { 'If-None-Match': '*' } })],
    'a part that there is not': [416, (client) => client.get(small.url, { headers: { Range: 'bytes=9999999-' } })],
    'a query that will not do': [400, (client) => client.get(`${small.url}?download=2`)],
    'a token that will not do': [401, (client) => client.get(small.url, { headers: { Authorization: 'Bearer x' } })],
    'not there': [404, (client) => client.get(`/api/documents/${'f'.repeat(24)}/content`)],
  };

it('each response gives its slot back exactly once', async () => {
  const client = portal.browser();
  await stall(client.address, OF_CLIENT - 1);
  for (const [what, [status, ask]] of Object.entries(ENDS)) {
    // Were the place not given back, the second one would be refused; were it given back twice, fewer would be counted.
    for (let turn = 0; turn < 2; turn += 1) {
      expect([what, (await ask(client)).status]).toEqual([what, status]);
      await underWay(OF_CLIENT - 1);
    }
  }
  expect(new Set(await stall(client.address, 2))).toEqual(new Set([200, 429]));
});

it('clients that disconnect at any moment give their slots back', async () => {
  const client = portal.browser();
  const { hostname, port } = new URL(portal.url);
  for (let turn = 0; turn < 3; turn += 1) {
    await stall(client.address, OF_CLIENT);
    for (const reader of open.splice(0)) reader.close();
    await underWay(0);
  }
  // Before anything is answered, and several requests on one connection.
  const head = `GET ${large.url} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Forwarded-For: ${client.address}\r\n\r\n`;
  await Promise.all(
    Array.from(
      { length: 10 },
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(port), hostname, () => socket.write(head.repeat(2), () => socket.destroy()));
          socket.on('error', () => undefined);
          socket.once('close', () => resolve());
        }),
    ),
  );
  await until('all of them to be noticed', async () => {
    const name = 'http_request_duration_seconds_count';
    const labels = '{method="GET",route="/api/documents/:id/content",status="aborted"}';
    return ((await metricOf(portal.operatorUrl, name + labels)) ?? 0) >= 3 * OF_CLIENT;
  });
  await underWay(0);
  expect(await stall(client.address, OF_CLIENT)).toEqual(Array(OF_CLIENT).fill(200));
});

describe('when the database fails', () => {
  let cable: Cable;
  let api: RunningApi;
  beforeAll(async () => {
    cable = await layCable(portal.database.uri);
    api = await portal.another({ MONGODB_URI: cable.uri });
  });
  afterEach(async () => {
    cable.onCommand = undefined;
    await cable.mend();
  });
  afterAll(() => cable.cut());

  it.each(['documents', 'fs.chunks'])('gives the slot back after a failed read of %s', async (collection) => {
    cable.onCommand = ({ name, collection: of }) => (name === 'find' && of === collection ? 'disk-full' : undefined);
    const client = portal.browser(api.url);
    for (let turn = 0; turn <= OF_CLIENT; turn += 1) {
      const answer = await client.get(large.url).catch(() => undefined);
      expect([undefined, 500, 503]).toContain(answer?.status);
    }
    await underWay(0, api);
    cable.onCommand = undefined;
    expect((await client.get(small.url)).status).toBe(200);
  });

  it('gives the slot back after a lost connection', async () => {
    const client = portal.browser(api.url);
    const readers = Array.from({ length: OF_CLIENT }, () => stalled(client.address, api.url));
    await Promise.all(readers);
    const pending = client.get(large.url).catch(() => undefined);
    cable.cut();
    for (const reader of open.splice(0)) reader.close();
    await pending;
    await underWay(0, api);
    await cable.mend();
    await until('the database', async () => (await client.get(small.url)).status === 200);
  });
});

describe('clients that read nothing', () => {
  const STALLED_MS = 300;
  let listener: ReturnType<typeof createListener>;
  let url: string;
  beforeAll(async () => {
    listener = createListener(portal.api.app, { stalledReaderMs: STALLED_MS });
    url = `http://127.0.0.1:${await listener.listen(0, '127.0.0.1')}`;
  });
  afterAll(() => listener.drain({ idleGraceMs: 0, deadlineMs: 0 }));

  it('are cut off after the timeout, and their slots are given back', async () => {
    const readers = await Promise.all(
      Array.from({ length: OF_CLIENT }, () => openStalledReader(url + large.url, { 'X-Forwarded-For': '192.0.2.1' })),
    );
    expect(readers.map(({ status }) => status)).toEqual(Array(OF_CLIENT).fill(200));
    await underWay(0);
    for (const { close, ended } of readers) {
      close();
      await ended;
    }
  });

  it('do not block others', async () => {
    // Each would have 2 MB of the 8 MB that all of them may read ahead.
    for (const client of ['192.0.2.1', '192.0.2.2']) await stall(client, OF_CLIENT / 2);
    await underWay(OF_CLIENT);
    const answer = await portal.browser().get(large.url);
    expect(answer.status).toBe(200);
    expect(answer.bytes).toHaveLength(large.size);
  });
});
