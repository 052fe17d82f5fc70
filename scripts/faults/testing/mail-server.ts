import { startSmtp, type TestSmtp } from '../../../services/api/src/testing/smtp.ts';

/** A mail as it came. */
export interface Arrived {
  /** The same in each copy of one mail. */
  readonly id: string;
  readonly to: string;
  /** The token of a sign-in link; undefined in other mails. */
  readonly token: string | undefined;
  /** When it came, by `performance.now()`. */
  readonly at: number;
}

/** A mail server that keeps what it got, and may go away. */
export interface MailServer {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  /** Closes its port, until `comeBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

function decoded(raw: string): string {
  return raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Starts a mail server. */
export async function startMailServer(): Promise<MailServer> {
  const arrived: Arrived[] = [];
  const start = (port: number) =>
    startSmtp(
      {
        onData: (stream, session, done) => {
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.once('end', () => {
            const raw = Buffer.concat(chunks).toString();
            const [, id = ''] = /^Message-ID:\s*<([^>]+)>/im.exec(raw) ?? [];
            const [, token] = /#token=([\w.-]+)/.exec(decoded(raw)) ?? [];
            arrived.push({ id, to: session.envelope.rcptTo[0]?.address ?? '', token, at: performance.now() });
            done();
          });
        },
      },
      port,
    );
  let server: TestSmtp = await start(0);
  const { url, port } = server;
  return {
    url,
    arrived,
    goAway: () => server.stop(),
    comeBack: async () => {
      server = await start(port);
    },
  };
}
