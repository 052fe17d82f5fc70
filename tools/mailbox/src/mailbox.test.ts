import { request } from 'node:http';
import { createTransport } from 'nodemailer';
import { createMailbox } from './mailbox.ts';
import { startMailboxProcess } from './process.ts';
import { type RunningMailbox, startMailbox } from './server.ts';

const FROM = 'Portal <portal@cytocomm.example>';

async function send(
  smtpUrl: string,
  mail: { to: string; subject: string; html?: string; text?: string },
): Promise<void> {
  const smtp = createTransport(smtpUrl);
  await smtp.sendMail({ from: FROM, ...mail });
  smtp.close();
}

async function list(url: string): Promise<Record<string, unknown>[]> {
  const answer: unknown = await (await fetch(`${url}/email`)).json();
  if (!Array.isArray(answer)) throw new Error('not a list');
  return answer;
}

describe('a mailbox', () => {
  let mailbox: RunningMailbox;
  beforeAll(async () => {
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  });
  afterAll(() => mailbox.stop());
  beforeEach(async () => {
    await fetch(`${mailbox.url}/email/all`, { method: 'DELETE' });
  });

  it('lists what arrived over SMTP, oldest first, with the fields that tests read', async () => {
    await send(mailbox.smtpUrl, {
      to: 'Ada <ada@x.example>',
      subject: 'One – ünï',
      html: '<p>Hello</p>',
      text: 'Hello',
    });
    await send(mailbox.smtpUrl, { to: 'bob@x.example', subject: 'Two', text: 'There' });
    const mails = await list(mailbox.url);
    expect(mails.map((mail) => mail.subject)).toEqual(['One – ünï', 'Two']);
    expect(mails[0]).toMatchObject({
      from: [{ address: 'portal@cytocomm.example', name: 'Portal' }],
      to: [{ address: 'ada@x.example', name: 'Ada' }],
      text: expect.stringContaining('Hello'),
      html: expect.stringContaining('<p>Hello</p>'),
      headers: expect.objectContaining({ subject: expect.any(String), 'message-id': expect.any(String) }),
    });
    expect(Number.isNaN(Date.parse(String(mails[0]?.date)))).toBe(false);
  });

  it('shows every envelope address of a mail, independent of its headers', async () => {
    await send(mailbox.smtpUrl, { to: 'a@x.example, b@y.example', subject: 'Two at once', text: '.' });
    const [mail] = await list(mailbox.url);
    expect(mail?.to).toEqual([
      { address: 'a@x.example', name: '' },
      { address: 'b@y.example', name: '' },
    ]);
  });

  it('forgets all mails on DELETE /email/all', async () => {
    await send(mailbox.smtpUrl, { to: 'a@x.example', subject: 'x', text: '.' });
    const answer = await fetch(`${mailbox.url}/email/all`, { method: 'DELETE' });
    expect(answer.status).toBe(204);
    expect(await list(mailbox.url)).toEqual([]);
  });

  it('escapes subjects and keeps the HTML of a mail in a sandbox without scripts', async () => {
    await send(mailbox.smtpUrl, {
      to: 'a@x.example',
      subject: '<script>alert(1)</script>',
      html: '<script>alert(2)</script><b>body</b>',
    });
    const overview = await (await fetch(mailbox.url)).text();
    expect(overview).not.toContain('<script');
    const [mail] = await list(mailbox.url);
    const page = await (await fetch(`${mailbox.url}/mail/${mail?.id}`)).text();
    expect(page).not.toContain('<script');
    expect(page).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    const html = await fetch(`${mailbox.url}/mail/${mail?.id}/html`);
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-scripts)/);
    expect(html.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('answers by its own names only, so that no page of another site reads mails under one of its own', async () => {
    const statusAs = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(`${mailbox.url}/email`, { headers: { Host: host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on('error', reject)
          .end();
      });
    for (const host of ['localhost:1080', '127.0.0.1', '[::1]:1080', 'mailbox:1080'])
      expect([host, await statusAs(host)]).toEqual([host, 200]);
    for (const host of ['evil.example', 'localhost.evil.example', 'mailbox.evil.example:1080'])
      expect([host, await statusAs(host)]).toEqual([host, 421]);
  });

  it('answers 404 for a mail that is gone', async () => {
    expect((await fetch(`${mailbox.url}/mail/nope`)).status).toBe(404);
  });
});

it('keeps the newest mails within its bounds', async () => {
  const mailbox = createMailbox({ mails: 2, bytes: 1000 });
  const raw = (subject: string, size = 10) => Buffer.from(`Subject: ${subject}\r\n\r\n${'x'.repeat(size)}`);
  for (const subject of ['1', '2', '3']) await mailbox.add(raw(subject), ['a@x.example']);
  expect(mailbox.all().map((mail) => mail.subject)).toEqual(['2', '3']);
  await mailbox.add(raw('4', 990), ['a@x.example']);
  expect(mailbox.all().map((mail) => mail.subject)).toEqual(['4']);
});

it('runs as a process of its own that stops when its stdin closes', async () => {
  const mailbox = await startMailboxProcess();
  await send(mailbox.smtpUrl, { to: 'a@x.example', subject: 'over there', text: '.' });
  expect((await list(mailbox.url)).map((mail) => mail.subject)).toEqual(['over there']);
  await mailbox.stop();
  await expect(fetch(`${mailbox.url}/email`)).rejects.toThrow();
});

it('opens the links of a mail in a tab of their own, and leaves its doctype first', async () => {
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  await send(mailbox.smtpUrl, {
    to: 'a@x.example',
    subject: 'page',
    html: '<!DOCTYPE html><html><head><title>x</title></head><body>x</body></html>',
  });
  const [mail] = await list(mailbox.url);
  const html = await (await fetch(`${mailbox.url}/mail/${mail?.id}/html`)).text();
  expect(html).toMatch(/^<!DOCTYPE html><html><head><base target="_blank"><title>/);
  await mailbox.stop();
});
