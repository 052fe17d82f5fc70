import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { safeSmtpUrl } from '../settings/config.ts';
import { smtpTransport } from './transport.ts';

const MAIL = { id: 'one', to: 'ada@x.example', subject: 's', html: '<p>h</p>', text: 't' };

let server: TestSmtp;
afterEach(() => server.stop());

/** The address of this test's server, made as that of a server on another machine is. */
function asElsewhere({ port }: TestSmtp): string {
  const url = new URL(safeSmtpUrl('smtp://mail.example', false));
  url.host = `127.0.0.1:${port}`;
  return url.href;
}

it('hands no mail to a server on another machine that offers no TLS, as one in the middle would make it seem', async () => {
  server = await startSmtp();
  const transport = smtpTransport(asElsewhere(server), 'portal@x.example');
  await expect(transport.send(MAIL)).rejects.toMatchObject({
    name: 'MailFailure',
    kind: expect.not.stringMatching('uncertain'),
  });
  await expect(transport.verify()).rejects.toThrow(/STARTTLS/);
  expect(server.texts()).toBe(0);
  await smtpTransport(server.url, 'portal@x.example').send(MAIL);
  expect(server.texts()).toBe(1);
});

it('hands no mail to a server whose certificate is not trusted', async () => {
  server = await startSmtp({ disabledCommands: ['AUTH'] });
  await expect(smtpTransport(asElsewhere(server), 'portal@x.example').send(MAIL)).rejects.toThrow(/certificate/);
  expect(server.texts()).toBe(0);
});
