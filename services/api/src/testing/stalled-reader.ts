import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

/** A client that asks for something and then takes none of it. */
export interface StalledReader {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Resolves when the connection is over, no matter which side ended it. */
  readonly ended: Promise<void>;
  /** Takes the rest. Returns how many bytes came until the connection was over. */
  takeRest(): Promise<number>;
  close(): void;
}

/** Asks, and stops reading when the headers of the answer have come. */
export async function openStalledReader(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<StalledReader> {
  const sent = request(url, { agent: false, headers });
  sent.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => sent.once('close', () => resolve()));
  sent.end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (answer === undefined) throw new Error('There was no answer.');
  answer.on('error', () => undefined);
  answer.pause();
  const takeRest = async () => {
    let bytes = 0;
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    answer.resume();
    await ended;
    return bytes;
  };
  return { status: answer.statusCode ?? 0, headers: answer.headers, ended, takeRest, close: () => sent.destroy() };
}
