import { eventListSchema, pressReleasePageSchema } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { read } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { metricOf, startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { type ApiProcess, startApiProcess } from '../../testing/processes.ts';
import { FORM_END, fileHead, multipart, slowUpload } from '../../testing/uploads.ts';

// Two processes on one database, whose clocks are minutes apart: neither takes the other's work for abandoned or to come.

const MINUTES = 60_000;
let portal: TestPortal;
let late: ApiProcess;
let early: ApiProcess;
const started: ApiProcess[] = [];

/** A date that is off by some ms, for all the code of a process. */
function offBy(ms: number): string {
  const script = `const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${ms}) : super(...given); }
      static now() { return Real.now() + ${ms}; }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}

async function start(ms: number): Promise<ApiProcess> {
  const places = { MONGODB_URI: portal.database.uri, SMTP_URL: portal.mailbox.smtpUrl, PUBLIC_URL: portal.url };
  const api = await startApiProcess({ ...places, TRUST_PROXY: 'loopback' }, [offBy(ms)]);
  started.push(api);
  return api;
}

beforeAll(async () => {
  portal = await startTestPortal();
  await portal.person('admin@x.example', 'admin');
  late = await start(-2 * MINUTES);
});
afterAll(async () => {
  await Promise.all(started.map((api) => api.kill()));
  await portal.stop();
});

it('a sweeper leaves the uploads of the other alone', async () => {
  const admin = await portal.signedIn('admin@x.example');
  const upload = slowUpload(late.url, await admin.token());
  const fields = multipart([
    { name: 'title', value: 'Between two clocks' },
    { name: 'visibility', value: 'public' },
  ]).subarray(0, -FORM_END.length + 2);
  await upload.write(Buffer.concat([fields, Buffer.from(`${fileHead('a.pdf')}%PDF-1.7\n`)]));
  const uploads = portal.connection.collection('uploads');
  await until('the upload to begin', async () => (await uploads.countDocuments()) === 1);

  // A process sweeps when it starts; what was really left behind shows that it has.
  const abandonedId = new Types.ObjectId();
  await uploads.insertOne({ _id: abandonedId, aliveUntil: new Date(Date.now() - MINUTES), condemned: false });
  early = await start(2 * MINUTES);
  await until('the sweeper', async () => (await uploads.findOne({ _id: abandonedId })) === null);

  await upload.write('and more');
  upload.sent.end(FORM_END);
  expect((await upload.answer).status).toBe(201);
});

it('a release that one publishes now is out at the other, and one that is to come is not', async () => {
  const admin = await portal.signedIn('admin@x.example');
  const headers = { Authorization: `Bearer ${await admin.token()}`, 'Content-Type': 'application/json' };
  const publish = (at: ApiProcess, title: string, more = {}) =>
    fetch(`${at.url}/api/admin/press-releases`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title, content: '<p>x</p>', target: ['public'], ...more }),
    });
  expect((await publish(early, 'Now, by the early one')).status).toBe(201);
  expect((await publish(late, 'Now, by the late one')).status).toBe(201);
  const publishAt = new Date(Date.now() + MINUTES).toISOString();
  expect((await publish(late, 'In a minute', { publishAt })).status).toBe(201);
  for (const { url } of [late, early]) {
    const page = read(await portal.browser(url).get('/api/press-releases'), pressReleasePageSchema);
    expect(page.items.map(({ title }) => title)).toEqual(['Now, by the late one', 'Now, by the early one']);
  }
});

it('the token of one works at the other', async () => {
  for (const [one, other] of [
    [late, early],
    [early, late],
  ] as const) {
    const person = await portal.signedIn('admin@x.example', one.url);
    const headers = { Authorization: `Bearer ${await person.token()}` };
    read(await portal.browser(other.url).get('/api/events', { headers }), eventListSchema);
  }
});

it('the link that was asked for last is the one that comes, at whichever it was asked', async () => {
  await portal.askForLink('admin@x.example', { browser: portal.browser(early.url) });
  const asker = portal.browser(late.url);
  const { token } = await portal.askForLink('admin@x.example', { browser: asker });
  expect((await asker.post('/api/auth/complete', { email: 'admin@x.example', token })).status).toBe(200);
});

it('a clock that is an hour off is in the log and in the metrics of its process, and one that is right is not', async () => {
  const warnings = ({ log }: ApiProcess) => log.filter((line) => line.includes('more than two minutes apart'));
  const [off, right] = [await start(60 * MINUTES), await start(0)];
  await until('a warning', () => warnings(off).length > 0);
  expect(warnings(off).map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'warn', seconds: 3600 }),
  ]);
  expect(await metricOf(off.operatorUrl, 'portal_clock_offset_seconds')).toBeCloseTo(3600, -1);
  expect(await metricOf(right.operatorUrl, 'portal_clock_offset_seconds')).toBeCloseTo(0, -1);
  expect(warnings(right)).toEqual([]);
});

it('a link has all its time, wherever it is used', async () => {
  // By the database’s clock it is new; by the clocks of the one that made it and of this one it is over.
  const { url } = await start(60 * MINUTES);
  const { token } = await portal.askForLink('admin@x.example', { browser: portal.browser(late.url) });
  const browser = portal.browser(url);
  expect((await browser.post('/api/auth/complete', { email: 'admin@x.example', token })).status).toBe(200);
});
