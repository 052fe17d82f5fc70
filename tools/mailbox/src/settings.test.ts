import { mailboxOptionsOf } from './server.ts';

it('has a port of its choice where none is named, and an empty variable names none', () => {
  expect(mailboxOptionsOf({ MAILBOX_HTTP_PORT: '1080', MAILBOX_SMTP_PORT: '' })).toEqual({
    smtpPort: 0,
    httpPort: 1080,
    host: '127.0.0.1',
  });
});

it('all that is wrong is named at once', () => {
  const wrong = () => mailboxOptionsOf({ MAILBOX_HTTP_PORT: '70000', MAILBOX_SMTP_PORT: 'smtp' });
  expect(wrong).toThrow('MAILBOX_SMTP_PORT, MAILBOX_HTTP_PORT: not a port number.');
});
