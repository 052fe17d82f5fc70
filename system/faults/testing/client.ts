import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, completeSignIn, mintIdToken, requestMagicLink } from '@cytocomm/contract';
import { z } from 'zod';
import { type Answer, openBrowser, type TestBrowser } from '../../../services/api/src/testing/browser.ts';
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
  readonly body?: unknown;
}

/** A client at a network address of its own, with cookies. */
export interface Client {
  readonly browser: TestBrowser;
  readonly origin: string;
  /** Resolves to the answer when it has this status. Throws NotAnswered for everything else. */
  ask(path: string, status: number, asking?: Asking): Promise<Answer>;
}

let clients = 0;

/** Opens a client. Every address that begins with 127 is this machine: the edge tells clients apart by it. */
export function openClient(origin: string): Client {
  clients += 1;
  const browser = openBrowser(origin, origin, `127.1.${clients >> 8}.${clients & 255}`);
  return {
    browser,
    origin,
    ask: async (path, status, { method = 'GET', ...options } = {}) => {
      const answer = await Promise.race([
        browser.call(method, path, options).catch((error: unknown) => {
          throw new NotAnswered('broken', String(error));
        }),
        pause(DEADLINE_MS, undefined, { ref: false }).then(() => {
          throw new NotAnswered('wrong', `no answer within ${DEADLINE_MS} ms`);
        }),
      ]);
      if (answer.status === status) return answer;
      const isPatient = answer.status === 503 && Number(answer.headers['retry-after']) > 0;
      const why = `${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`;
      throw new NotAnswered(isPatient ? 'unavailable' : 'wrong', why, answer.status);
    },
  };
}

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
  const post = (path: string, status: number, body: unknown) => client.ask(path, status, { method: 'POST', body });
  await post(addressOf(requestMagicLink), 202, { email });
  asked();
  const token = await tokenOf(email, mails, longestMs, isOver);
  await post(addressOf(completeSignIn), 200, { email, token });
  let bearer: { readonly value: string; readonly at: number } | undefined;
  const askOnce = async (path: string, expected: number, asking: Asking) => {
    if (bearer === undefined || performance.now() - bearer.at > TOKEN_AGE_MS) {
      const answer = await client.ask(addressOf(mintIdToken), 200, { method: 'POST' });
      const { idToken } = tokenSchema.parse(answer.body);
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
