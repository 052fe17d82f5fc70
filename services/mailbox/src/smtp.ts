import { SMTPServer } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';

const LARGEST_MAIL = 25 * 1024 * 1024;

/** An SMTP server that takes every mail, asks for no password, and puts it into the mailbox. */
export function createSmtpServer(mailbox: Mailbox): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    // No name is looked up for the sender: that would wait for a DNS server, also without a network.
    disableReverseLookup: true,
    size: LARGEST_MAIL,
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
