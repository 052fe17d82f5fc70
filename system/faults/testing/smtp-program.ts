import { startSmtp } from '../../../services/api/src/testing/smtp.ts';

// A mail server in a process of its own, which can be killed: `port` is its argument, 0 for a free one. Each mail is a line at
// its standard output before it is acknowledged.

function decoded(raw: string): string {
  return raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const { url, port } = await startSmtp(
  {
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const [, id = ''] = /^Message-ID:\s*<([^>]+)>/im.exec(raw) ?? [];
        const [, token] = /#token=([\w.-]+)/.exec(decoded(raw)) ?? [];
        const line = JSON.stringify({ id, to: session.envelope.rcptTo[0]?.address ?? '', token });
        process.stdout.write(`${line}\n`, () => done());
      });
    },
  },
  Number(process.argv[2]),
);
process.stdout.write(`${JSON.stringify({ url, port })}\n`);
