import { generateKeyPairSync, sign } from 'node:crypto';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A certificate and its private key, as PEM. */
interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Returns a value in DER of less than 64 KB. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const ED25519 = sequence(der(0x06, Buffer.from([0x2b, 0x65, 0x70])));
const asTime = (time: Date) => der(0x17, Buffer.from(`${time.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

/** Returns a certificate that is good between two times and that no authority has signed. */
export function makeCertificate(begin: Date, end: Date): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const commonName = sequence(der(0x06, Buffer.from([0x55, 0x04, 0x03])), der(0x0c, Buffer.from('A test')));
  const name = sequence(der(0x31, commonName));
  const subject = publicKey.export({ type: 'spki', format: 'der' });
  const number = der(0x02, Buffer.from([1]));
  const content = sequence(number, ED25519, name, sequence(asTime(begin), asTime(end)), name, subject);
  const signature = der(0x03, Buffer.from([0]), sign(null, content, privateKey));
  const lines =
    sequence(content, ED25519, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** A mail server of a test's own, that may misbehave. */
export interface TestSmtp {
  readonly url: string;
  readonly port: number;
  /** How many texts it got, refused ones included. */
  readonly texts: () => number;
  stop(): Promise<void>;
}

/** Starts a mail server with this behaviour; port 0 takes a free one. `hangUp`: whether it cuts the line after a text, without a word. */
export async function startSmtp(behaviour: SMTPServerOptions = {}, port = 0, hangUp = () => false): Promise<TestSmtp> {
  let texts = 0;
  const { onData } = behaviour;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    ...behaviour,
    onData: (stream, session, done) => {
      stream.once('end', () => {
        texts += 1;
        if (hangUp()) for (const connection of server.connections) connection._socket.destroy();
        else if (onData === undefined) done();
      });
      if (onData === undefined) stream.resume();
      else onData.call(server, stream, session, done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    texts: () => texts,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
