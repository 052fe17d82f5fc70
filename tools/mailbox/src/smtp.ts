import { SMTPServer } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';

const MAX_MAIL_BYTES = 25 * 1024 * 1024;

/** Creates an SMTP server that adds all mails to the mailbox, without a password. */
export function createSmtpServer(mailbox: Mailbox): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    // No reverse lookup, which would wait for DNS.
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    banner: 'Cytocomm mailbox',
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.once('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('The mail is too large.'), { responseCode: 552 }));
          return;
        }
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
        mailbox.add(Buffer.concat(chunks), recipients).then(
          () => done(),
          (error: Error) => done(Object.assign(error, { responseCode: 554 })),
        );
      });
    },
  });
}
