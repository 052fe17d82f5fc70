import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, completeSignIn, mintIdToken, requestMagicLink } from '@cytocomm/contract';
import { z } from 'zod';
import { type Answer, type Asking, type Client, NotAnswered, openClient } from './client.ts';
import type { MailServer } from './mail-server.ts';

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
