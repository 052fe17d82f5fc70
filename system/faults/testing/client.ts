import { type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, completeSignIn, mintIdToken, requestMagicLink } from '@cytocomm/contract';
import { z } from 'zod';
import type { MailServer } from './mail-server.ts';

/**
 * How a request went. `unavailable`: 503 with `Retry-After`. `broken`: the connection ended before the whole answer, which
 * the client notices. `unmailed`: the mail that was promised did not come. `wrong`: anything else, also an answer that took
 * too long.
 */
type Verdict = 'right' | 'unavailable' | 'broken' | 'unmailed' | 'wrong';

/** A request that was not answered as it should have been. */
export interface Trouble {
  /** When it ended, by `performance.now()`. */
  readonly at: number;
  readonly what: string;
  readonly verdict: Exclude<Verdict, 'right'>;
  readonly why: string;
}

/** What has come of all requests. */
export interface Ledger {
  note(what: string): void;
  fail(what: string, verdict: Trouble['verdict'], why: string): void;
  /** Returns how many of each kind were answered right so far. */
  right(): ReadonlyMap<string, number>;
  /** Returns what went otherwise since a time. */
  troubles(since?: number): readonly Trouble[];
}

/** Opens an empty ledger. */
export function openLedger(): Ledger {
  const right = new Map<string, number>();
  const troubles: Trouble[] = [];
  return {
    note: (what) => right.set(what, (right.get(what) ?? 0) + 1),
    fail: (what, verdict, why) => troubles.push({ at: performance.now(), what, verdict, why }),
    right: () => new Map(right),
    troubles: (since = 0) => troubles.filter(({ at }) => at >= since),
  };
}

/** Longer than any answer may take, in ms. */
const DEADLINE_MS = 30_000;

/** A whole answer. */
interface Answer {
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
interface Asking {
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

const JSON_BODY = { 'Content-Type': 'application/json' };
const tokenSchema = z.object({ idToken: z.string() });
/** How long a token is used before another is asked for, in ms; it is good for longer. */
const TOKEN_AGE_MS = 60_000;

/** Somebody who is signed in. */
export interface SignedIn {
  readonly client: Client;
  /** Asks with an ID token, and once more with a new one when that is refused, as the portal's pages do. Throws NotAnswered. */
  ask(path: string, status: number, asking: Asking): Promise<Answer>;
}

/** Waits for the mail of this address; resolves to its token. Throws NotAnswered when it does not come, or `isOver` does. */
async function tokenOf(email: string, mails: MailServer, longestMs: number, isOver: () => boolean): Promise<string> {
  for (const end = performance.now() + longestMs; performance.now() < end && !isOver(); await pause(50)) {
    const token = mails.arrived.find(({ to }) => to === email)?.token;
    if (token !== undefined) return token;
  }
  throw new NotAnswered(isOver() ? 'unavailable' : 'unmailed', `no sign-in mail within ${longestMs} ms`);
}

/** Signs somebody in by mail, from a new client. `asked` is called when the portal has promised a mail. Throws NotAnswered. */
export async function signIn(
  origin: string,
  email: string,
  mails: MailServer,
  { longestMs, isOver = () => false, asked = () => undefined }: SigningIn,
): Promise<SignedIn> {
  const client = openClient(origin);
  const post = (path: string, status: number, body: unknown) =>
    client.ask(path, status, { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) });
  await post(addressOf(requestMagicLink), 202, { email });
  asked();
  const token = await tokenOf(email, mails, longestMs, isOver);
  await post(addressOf(completeSignIn), 200, { email, token });
  let bearer: { readonly value: string; readonly at: number } | undefined;
  const askOnce = async (path: string, expected: number, asking: Asking) => {
    if (bearer === undefined || performance.now() - bearer.at > TOKEN_AGE_MS) {
      const answer = await client.ask(addressOf(mintIdToken), 200, { method: 'POST' });
      const { idToken } = tokenSchema.parse(JSON.parse(answer.bytes.toString()));
      bearer = { value: `Bearer ${idToken}`, at: performance.now() };
    }
    return client.ask(path, expected, { ...asking, headers: { ...asking.headers, Authorization: bearer.value } });
  };
  return {
    client,
    ask: async (path, expected, asking) => {
      try {
        return await askOnce(path, expected, asking);
      } catch (error) {
        if (!(error instanceof NotAnswered && error.status === 401)) throw error;
        bearer = undefined;
        return askOnce(path, expected, asking);
      }
    },
  };
}

/** How a sign-in waits for its mail. */
interface SigningIn {
  readonly longestMs: number;
  readonly isOver?: () => boolean;
  readonly asked?: () => void;
}
