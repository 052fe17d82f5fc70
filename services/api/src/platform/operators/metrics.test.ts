import { noteBackup, noteWish } from '../../main/backup/status.ts';
import { until } from '../../testing/clock.ts';
import { listenLive } from '../../testing/live-listener.ts';
import { beforeTests, metricOf, testPortal } from '../../testing/portal.ts';
import { openStalledReader } from '../../testing/slow-clients.ts';
import { addDocument, multipart, slowUpload } from '../../testing/uploads.ts';

const COUNTED = 'http_request_duration_seconds_count';
const CONTENT = '/api/documents/:id/content';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

const metric = (name: string) => metricOf(portal.operatorUrl, name);
const counted = (route: string, status: string, method = 'GET') =>
  metric(`${COUNTED}{method="${method}",route="${route}",status="${status}"}`);

it('a live stream is not timed, however it ends; that it was refused, or its headers were asked for, is', async () => {
  const stream = await listenLive(admin, portal.url);
  expect(await metric('live_streams_open')).toBe(1);
  stream.close();
  const ended = await listenLive(await portal.signedInAs('ada@x.example', 'customer'), portal.url);
  await admin.authorised('DELETE', '/api/admin/users/ada@x.example');
  await until('the end of the stream', () => ended.isOver());
  await until('the other one to be noticed', async () => (await metric('live_streams_open')) === 0);
  expect((await portal.browser().get('/api/live')).status).toBe(401);
  expect(await counted('/api/live', '401')).toBe(1);
  expect(await counted('/api/live', '200')).toBeUndefined();
  expect(await counted('/api/live', 'aborted')).toBeUndefined();
});

it('a download that breaks off counts as aborted, not as the 200 that it began with, and is under way until then', async () => {
  const { url } = await addDocument(admin, {}, Buffer.from('%PDF-1.7\n'.padEnd(16_000_000, 'x')));
  const before = (await metric('http_requests_in_flight')) ?? 0;
  const reader = await openStalledReader(portal.url + url, {});
  expect(await metric('downloads_under_way')).toBe(1);
  expect(await metric('http_requests_in_flight')).toBe(before + 1);
  reader.close();
  await until('it to be noticed', async () => (await counted(CONTENT, 'aborted')) === 1);
  expect(await counted(CONTENT, '200')).toBeUndefined();
  expect(await metric('downloads_under_way')).toBe(0);
  expect(await metric('http_requests_in_flight')).toBe(before);
  expect((await portal.browser().get(url)).status).toBe(200);
  await until('the whole one to be counted', async () => (await counted(CONTENT, '200')) === 1);
});

it('an upload is under way until its bytes have come, or its client is gone', async () => {
  for (const isWhole of [true, false]) {
    const upload = slowUpload(portal.url, await admin.token());
    const [head = '', tail = ''] = multipart([
      { name: 'title', value: 'Slow' },
      { name: 'visibility', value: 'public' },
      { name: 'file', value: Buffer.from('%PDF-1.7\nCUT'), fileName: 'a.pdf' },
    ])
      .toString()
      .split('CUT');
    await upload.write(head);
    await until('it to begin', async () => (await metric('uploads_under_way')) === 1);
    if (isWhole) upload.sent.end(tail);
    else upload.sent.destroy();
    await until('it to end', async () => (await metric('uploads_under_way')) === 0);
    if (isWhole) expect((await upload.answer).status).toBe(201);
  }
});

it('the last backup that was kept is told, and nothing before there is one', async () => {
  for (const name of ['portal_backup_timestamp_seconds', 'portal_backup_wanted_timestamp_seconds'])
    expect(await metric(name)).toBeUndefined();
  const db = portal.connection.getClient().db(portal.connection.name);
  for (const time of [1_600_000_000_000, 1_650_000_000_000]) await noteWish(db, new Date(time));
  expect(await metric('portal_backup_wanted_timestamp_seconds')).toBe(1_600_000_000);
  await noteBackup(db, new Date(1_700_000_000_000), 12_345);
  // Read alone, after no other metric of it.
  expect(await metric('portal_backup_bytes')).toBe(12_345);
  expect(await metric('portal_backup_timestamp_seconds')).toBe(1_700_000_000);
  expect(await metric('portal_backup_bytes')).toBe(12_345);
});

it('what waits is told: mails, jobs, the database and the feed of live events', async () => {
  await until('the feed to be open', async () => (await metric('portal_live_feed_up')) === 1);
  expect(await metric('portal_database_up')).toBe(1);
  expect(await metric('portal_database_call_seconds_count')).toBeGreaterThan(0);
  const outbox = portal.connection.collection<{ _id: string; [field: string]: unknown }>('outbox');
  const waits = {
    kind: 'unknown',
    to: 'a@x.example',
    data: {},
    // As after its sixth try, which the next one follows in two hours.
    attempts: 6,
    nextAttemptAt: new Date(Date.now() + 3_600_000),
  };
  const atLeastAgo = new Date(Date.now() - 600_000);
  await outbox.insertMany([
    { _id: 'metrics-1', status: 'waiting', createdAt: atLeastAgo, ...waits },
    { _id: 'metrics-2', status: 'waiting', createdAt: new Date(), ...waits },
    { _id: 'metrics-3', status: 'failed', createdAt: new Date(), ...waits },
  ]);
  // Older than all, and held by a process that does not come to an end.
  const claimed = { ...waits, createdAt: new Date(Date.now() - 900_000), claimedUntil: waits.nextAttemptAt };
  await outbox.insertMany([
    { ...claimed, _id: 'metrics-4', status: 'claimed' },
    { ...claimed, _id: 'metrics-5', status: 'sending' },
  ]);
  expect(await metric('portal_outbox_mails{state="sending"}')).toBeGreaterThanOrEqual(2);
  expect(await metric('portal_outbox_oldest_seconds')).toBeGreaterThan(890);
  const failed = (await metric('portal_outbox_mails{state="failed"}')) ?? 0;
  expect(failed).toBeGreaterThanOrEqual(1);
  expect(await metric('portal_outbox_mails{state="waiting"}')).toBeGreaterThanOrEqual(2);
  expect(await metric('portal_outbox_oldest_seconds')).toBeGreaterThan(590);
  await outbox.deleteMany({ kind: 'unknown' });
  expect(await metric('portal_outbox_mails{state="failed"}')).toBe(failed - 1);
  for (const job of ['delete for good what was in the bin for its time', 'upkeep of the outbox']) {
    await until(
      'a job to be started',
      async () => ((await metric(`portal_job_success_timestamp_seconds{name="${job}"}`)) ?? 0) > 1e9,
    );
    expect(await metric(`portal_job_failures_total{name="${job}"}`)).toBe(0);
  }
});

it('what is recorded is counted by action, of members and of strangers', async () => {
  const events = (action: string) => metric(`portal_events_total{action="${action}"}`);
  const completed = (await events('sign-in.completed')) ?? 0;
  const refused = (await events('sign-in.refused')) ?? 0;
  const { token, browser } = await portal.askForLink('admin@x.example');
  await browser.post('/api/auth/complete', { email: 'admin@x.example', token });
  await portal.browser().post('/api/auth/magic-link', { email: 'unknown@x.example' });
  await until('the link', async () => ((await events('sign-in.link-sent')) ?? 0) > 0);
  await until('the stranger', async () => (await events('sign-in.refused')) === refused + 1);
  expect(await events('sign-in.completed')).toBe(completed + 1);
});
