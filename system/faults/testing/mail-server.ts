import { text } from 'node:stream/consumers';
import { startSmtp } from '../../../services/api/src/testing/smtp.ts';

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

/** A mail server that may go away; what it got is kept. */
export interface MailServer {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  /** Ends it with all its connections: it is away until `comeBack`. */
  goAway(): Promise<void>;
  /** Starts another at the same port. */
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
  const start = (at: number) =>
    startSmtp(
      {
        onData: async (stream, session, done) => {
          const raw = await text(stream);
          const [, id = ''] = /^Message-ID:\s*<([^>]+)>/im.exec(raw) ?? [];
          const [, token] = /#token=([\w.-]+)/.exec(decoded(raw)) ?? [];
          arrived.push({ id, to: session.envelope.rcptTo[0]?.address ?? '', token, at: performance.now() });
          done();
        },
      },
      at,
    );
  let server = await start(0);
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
