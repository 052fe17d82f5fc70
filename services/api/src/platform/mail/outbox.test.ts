import type { Mail, MailPage } from '@cytocomm/contract';
import { freePort } from '@cytocomm/runtime';
import type { TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { announcementModel } from '../announcements/announcement.ts';
import { type OutboxRecord, outboxModel } from './model.ts';

let database: TestDatabase;
let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
const servers: TestSmtp[] = [];

afterEach(async () => {
  realDate();
  await portal.stop();
  for (const server of servers.splice(0)) await server.stop();
});

async function start(smtpUrl?: string): Promise<void> {
  portal = await startTestPortal(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }, '', database.sibling());
  admin = await portal.signedInAs('admin@x.example', 'admin');
}

async function smtp(...args: Parameters<typeof startSmtp>): Promise<TestSmtp> {
  const server = await startSmtp(...args);
  servers.push(server);
  return server;
}

async function rowTo(email: string, fits: (row: OutboxRecord) => boolean): Promise<OutboxRecord> {
  return until(`the row to ${email}`, async () => {
    const row = await outboxModel(portal.connection).findOne({ to: email }).sort({ createdAt: -1 }).lean();
    return row !== null && fits(row) ? row : undefined;
  });
}

const failedOnce = (row: OutboxRecord) => row.lastError !== undefined;

function row(to: string, more: Partial<OutboxRecord> = {}) {
  const now = new Date();
  return {
    _id: `test:${to}`,
    kind: 'invitation',
    to,
    data: { name: 'X' },
    status: 'waiting' as const,
    createdAt: now,
    nextAttemptAt: now,
    ...more,
  };
}

/** Puts mails into the outbox, to people who are there: an invitation of somebody else is not sent. */
async function queue(...rows: readonly { readonly to: string }[]): Promise<void> {
  const people = rows.map(({ to: email }) => ({
    updateOne: {
      filter: { email },
      update: { $setOnInsert: { name: 'X', roles: ['investor'], createdAt: new Date() } },
      upsert: true,
    },
  }));
  await portal.connection.collection('users').bulkWrite(people);
  await outboxModel(portal.connection).insertMany(rows);
}

async function shownTo(email: string): Promise<Mail | undefined> {
  const { items } = (await admin.get(`/api/admin/mail?to=${email}`)).body as MailPage;
  return items[0];
}

it('mails are announced once a second at most, and the last of them, too', async () => {
  await start();
  const begin = new Date();
  await queue(...Array.from({ length: 30 }, (_, number) => row(`many-${number}@x.example`)));
  const ended = { status: 'sent', createdAt: { $gte: begin } } as const;
  await until('the mails', async () => (await outboxModel(portal.connection).countDocuments(ended)) >= 30);
  const last = await outboxModel(portal.connection).findOne(ended).sort({ sentAt: -1 }).lean();
  const found = await until('the announcement of the last one', async () => {
    const since = await announcementModel(portal.connection)
      .find({ at: { $gte: begin } })
      .sort({ at: 1 })
      .lean();
    const all = since.filter(({ event }) => event.collection === 'outbox');
    return (all.at(-1)?.at ?? begin) >= (last?.sentAt ?? new Date()) ? all : undefined;
  });
  expect(found.length).toBeLessThanOrEqual(2 + (Date.now() - begin.getTime()) / 1000);
});

describe('a mail server that is down', () => {
  it('changes nothing for the person; the mail goes out when the server is back, and an admin sees why it waits', async () => {
    const closed = await startSmtp({}, await freePort());
    await closed.stop();
    await start(closed.url);
    await portal.person('ada@x.example', 'investor');
    const answer = await portal.browser().post('/api/auth/magic-link', { email: 'ada@x.example' });
    expect(answer.status).toBe(202);
    const waiting = await rowTo('ada@x.example', failedOnce);
    expect(waiting).toMatchObject({
      status: 'waiting',
      attempts: 1,
      lastError: expect.stringContaining('ECONNREFUSED'),
    });
    expect(waiting.nextAttemptAt.getTime()).toBeGreaterThan(Date.now());
    const troubled = (await admin.get('/api/admin/mail?status=troubled')).body as MailPage;
    expect(troubled.items).toEqual([
      expect.objectContaining({
        kind: 'sign-in',
        to: 'ada@x.example',
        status: 'waiting',
        lastError: expect.stringContaining('ECONNREFUSED'),
      }),
    ]);
    const timeline = await admin.get('/api/admin/users/ada@x.example/sign-ins');
    expect(timeline.body).toMatchObject({ explanation: expect.stringContaining('ECONNREFUSED') });

    const back = await smtp({}, closed.port);
    moveDate(10_000);
    await rowTo('ada@x.example', (found) => found.status === 'sent');
    expect(back.texts()).toBe(1);
  });

  it('is tried at growing intervals, and in the end the mail has failed', async () => {
    await start('smtp://127.0.0.1:1');
    const tried = Array.from({ length: 8 }, (_, attempts) => row(`after-${attempts}@x.example`, { attempts }));
    await queue(...tried);
    const pauses: number[] = [];
    for (const { to } of tried.slice(0, 7)) {
      const waiting = await rowTo(to, failedOnce);
      expect(waiting.status).toBe('waiting');
      pauses.push(waiting.nextAttemptAt.getTime() - waiting.createdAt.getTime());
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[6]).toBeGreaterThan((1000 * (pauses[0] ?? 0)) / 10);
    await rowTo('after-7@x.example', failedOnce);
    expect(await shownTo('after-7@x.example')).toMatchObject({
      status: 'failed',
      attempts: 8,
      lastError: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('a mail server that is slow', () => {
  it('delays no caller, and gets each mail once', async () => {
    const gate = Promise.withResolvers<void>();
    const slow = await smtp({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.once('end', () => gate.promise.then(() => done()));
      },
    });
    await start(slow.url);
    await portal.person('ada@x.example', 'investor');
    expect((await portal.browser().post('/api/auth/magic-link', { email: 'ada@x.example' })).status).toBe(202);
    await until('the server to hold the mail', () => slow.texts() === 1 || undefined);
    expect((await rowTo('ada@x.example', () => true)).status).toBe('sending');
    gate.resolve();
    await rowTo('ada@x.example', (found) => found.status === 'sent');
    expect(slow.texts()).toBe(1);
  });
});

describe('a mail server that hangs up', () => {
  it('after the text, without a word: the mail may have arrived, so it is not sent again, and an admin decides', async () => {
    let hangUp = true;
    const rude = await smtp({}, 0, () => hangUp);
    await start(rude.url);
    await queue(row('ada@x.example'));
    const failed = await rowTo('ada@x.example', failedOnce);
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: 1,
      lastError: expect.stringContaining('may have arrived'),
    });
    expect(rude.texts()).toBe(1);

    hangUp = false;
    const retried = await admin.authorised('POST', `/api/admin/mail/${failed._id}/retry`);
    expect(retried.body).toMatchObject({ status: 'waiting', attempts: 0, lastError: null });
    await rowTo('ada@x.example', (found) => found.status === 'sent');
    expect(rude.texts()).toBe(2);
    expect((await admin.authorised('POST', `/api/admin/mail/${failed._id}/retry`)).status).toBe(409);
    expect((await admin.authorised('POST', '/api/admin/mail/nothing/retry')).status).toBe(404);
  });
});

describe('a mail server that refuses one recipient', () => {
  it('keeps the others; the refused one is tried a few times, then shown with the reason', async () => {
    const picky = await smtp({
      onRcptTo: ({ address }, _session, done) => {
        done(
          address.startsWith('gone') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : undefined,
        );
      },
    });
    await start(picky.url);
    await portal.person('gone@x.example', 'investor');
    await portal.person('here@x.example', 'investor');
    const [absent, here] = await Promise.all(
      ['gone@x.example', 'here@x.example'].map((email) => portal.browser().post('/api/auth/magic-link', { email })),
    );
    expect(absent?.status).toBe(202);
    expect(absent?.body).toEqual(here?.body);
    await rowTo('here@x.example', (found) => found.status === 'sent');
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await rowTo(
        'gone@x.example',
        (found) =>
          found.attempts === attempt && failedOnce(found) && found.status !== 'sending' && found.status !== 'claimed',
      );
      moveDate(60_000);
    }
    expect(await shownTo('gone@x.example')).toMatchObject({
      status: 'failed',
      attempts: 3,
      lastError: expect.stringContaining('No such mailbox'),
    });
    expect(picky.texts()).toBe(1);
    expect((await admin.get('/api/admin/mail?status=failed')).body).toMatchObject({
      items: [{ to: 'gone@x.example' }],
    });
  });
});

describe('several processes', () => {
  it('send each mail once', async () => {
    await start();
    await portal.another();
    await portal.another();
    const people = Array.from({ length: 40 }, (_, place) => `p${place}@many.example`);
    await queue(...people.map((email) => row(email)));
    await until(
      'all mails to be sent',
      async () => (await outboxModel(portal.connection).countDocuments({ status: 'sent' })) === 40 || undefined,
    );
    for (const email of people) await expect(portal.mailsTo(email)).resolves.toHaveLength(1);
  });

  it('take over what an ended process had only claimed, and do not repeat what it was sending', async () => {
    await start();
    const past = new Date(Date.now() - 1000);
    await queue(
      ...[
        row('claimed@x.example', { status: 'claimed', claim: 'gone', claimedUntil: past, attempts: 1 }),
        row('sending@x.example', { status: 'sending', claim: 'gone', claimedUntil: past, attempts: 1 }),
        row('busy@x.example', {
          status: 'sending',
          claim: 'alive',
          claimedUntil: new Date(Date.now() + 60_000),
          attempts: 1,
        }),
      ],
    );
    await portal.another();
    await rowTo('claimed@x.example', (found) => found.status === 'sent');
    await rowTo('sending@x.example', (found) => found.status === 'failed');
    expect(await shownTo('sending@x.example')).toMatchObject({
      lastError: expect.stringContaining('may have arrived'),
    });
    await expect(portal.mailsTo('sending@x.example')).resolves.toEqual([]);
    expect((await rowTo('busy@x.example', () => true)).status).toBe('sending');
  });
});

describe('what admins see', () => {
  it('holds no data of the mails', async () => {
    await start();
    await queue(row('ada@x.example', { status: 'sent', sentAt: new Date(), data: { name: 'Secret' } }));
    const { text } = await admin.get('/api/admin/mail?status=sent');
    expect(text).toContain('ada@x.example');
    expect(text).not.toContain('Secret');
  });
});

it('gives up a sign-in mail that is of no use any more, and a mail of an unknown kind', async () => {
  await start();
  await portal.person('late@x.example', 'investor');
  const origin = { returnTo: '/', from: '', userAgent: '' };
  await queue(
    ...[
      row('late@x.example', { kind: 'sign-in', data: origin, createdAt: new Date(Date.now() - 2 * 3600_000) }),
      row('odd@x.example', { kind: 'no-such-kind' }),
      row('broken@x.example', { data: { nme: 'typo' } }),
    ],
  );
  await rowTo('late@x.example', (found) => found.status === 'failed');
  await expect(portal.mailsTo('late@x.example')).resolves.toEqual([]);
  expect(await rowTo('odd@x.example', failedOnce)).toMatchObject({
    lastError: expect.stringContaining('no-such-kind'),
  });
  expect(await rowTo('broken@x.example', failedOnce)).toMatchObject({
    lastError: expect.stringContaining('invitation'),
  });
});

describe('mails that somebody waits for', () => {
  it('go while every other send is held up by a slow server', async () => {
    const gate = Promise.withResolvers<void>();
    const slow = await smtp({
      onData: (stream, session, done) => {
        stream.resume();
        const isUrgent = session.envelope.rcptTo[0]?.address === 'ada@x.example';
        stream.once('end', () => (isUrgent ? done() : gate.promise.then(() => done())));
      },
    });
    await start(slow.url);
    await portal.person('ada@x.example', 'investor');
    await queue(...Array.from({ length: 20 }, (_, place) => row(`p${place}@x.example`)));
    await until('the server to hold what it is sent', () => slow.texts() === 2 || undefined);
    expect((await portal.browser().post('/api/auth/magic-link', { email: 'ada@x.example' })).status).toBe(202);
    await rowTo('ada@x.example', (found) => found.status === 'sent');
    expect(await outboxModel(portal.connection).countDocuments({ status: 'sent' })).toBe(1);
    gate.resolve();
  });
});

describe('when the mail server is back', () => {
  it('what waits for it goes at once, without the rest of its pause', async () => {
    const closed = await startSmtp({}, await freePort());
    await closed.stop();
    await start(closed.url);
    const tried = ['a', 'b', 'c', 'd'].map((name) => row(`${name}@x.example`, { attempts: 3 }));
    await queue(...tried);
    for (const { to } of tried) {
      const waiting = await rowTo(to, failedOnce);
      expect(waiting.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 500_000);
    }
    const back = await smtp({}, closed.port);
    for (const { to } of tried) {
      expect(await rowTo(to, (found) => found.status === 'sent')).toMatchObject({ attempts: 4, hurried: 1 });
    }
    expect(back.texts()).toBe(4);
  });

  it('a server that comes and goes does not make a mail immortal', async () => {
    await start('smtp://127.0.0.1:1');
    await queue(row('ada@x.example', { attempts: 7, hurried: 10, away: true }));
    expect(await rowTo('ada@x.example', failedOnce)).toMatchObject({ status: 'failed', attempts: 8 });
  });
});

it('keeps no address out of a reply of the mail server', async () => {
  const chatty = await smtp({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`5.1.1 <${address}>: Recipient address rejected`), { responseCode: 550 })),
  });
  await start(chatty.url);
  await portal.person('gone@x.example', 'investor');
  await portal.browser().post('/api/auth/magic-link', { email: 'gone@x.example' });
  const failed = await rowTo('gone@x.example', failedOnce);
  expect(failed.lastError).toContain('<[e-mail]>: Recipient address rejected');
  const timeline = await until('the note in the trail', async () => {
    const { text } = await admin.get('/api/admin/users/gone@x.example/sign-ins');
    return text.includes('Recipient address rejected') ? text : undefined;
  });
  expect(timeline).toContain('<[e-mail]>');
});
