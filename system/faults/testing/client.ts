import { type IncomingHttpHeaders, request } from 'node:http';
import type { Verdict } from './ledger.ts';

/** Longer than any answer may take, in ms. */
const DEADLINE_MS = 30_000;

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** A request that was not answered as it should have been. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
  readonly verdict: Exclude<Verdict, 'right'>;
  /** Of an answer that came. */
  readonly status: number | undefined;

  constructor(verdict: NotAnswered['verdict'], why: string, status?: number) {
    super(why);
    this.verdict = verdict;
    this.status = status;
  }
}

/** What is said about one request. */
export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** A client at a network address of its own, with cookies. */
export interface Client {
  readonly address: string;
  readonly origin: string;
  readonly cookies: Map<string, string>;
  /** Resolves to the answer when it has this status. Throws NotAnswered for everything else. */
  ask(path: string, status: number, asking?: Asking): Promise<Answer>;
}

let clients = 0;

/** Opens a client. Every address that begins with 127 is this machine: the edge tells clients apart by it. */
export function openClient(origin: string): Client {
  clients += 1;
  const address = `127.1.${clients >> 8}.${clients & 255}`;
  const cookies = new Map<string, string>();
  const keep = (headers: IncomingHttpHeaders) => {
    for (const line of headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
  };
  const send = (path: string, { method = 'GET', headers, body }: Asking) =>
    new Promise<Answer>((settle, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const sent = request(
        new URL(path, origin),
        {
          method,
          agent: false,
          localAddress: address,
          headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin', ...(cookie && { Cookie: cookie }), ...headers },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.once('error', (error) => reject(new NotAnswered('broken', `in the middle: ${error.message}`)));
          answer.once('end', () =>
            settle({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
          );
        },
      );
      const late = setTimeout(() => {
        reject(new NotAnswered('wrong', `no answer within ${DEADLINE_MS} ms`));
        sent.destroy();
      }, DEADLINE_MS);
      sent.once('close', () => clearTimeout(late));
      sent.once('error', (error) => reject(new NotAnswered('broken', error.message)));
      sent.end(body);
    });
  return {
    address,
    origin,
    cookies,
    ask: async (path, status, asking = {}) => {
      const answer = await send(path, asking);
      keep(answer.headers);
      if (answer.status === status) return answer;
      const isPatient = answer.status === 503 && Number(answer.headers['retry-after']) > 0;
      const why = `${asking.method ?? 'GET'} ${path}: ${answer.status} ${answer.bytes.toString().slice(0, 300)}`;
      throw new NotAnswered(isPatient ? 'unavailable' : 'wrong', why, answer.status);
    },
  };
}
