import { setTimeout as pause } from 'node:timers/promises';
import { newUserRecord } from '@cytocomm/api';
import { addressOf, completeSignIn, mintIdToken, type Role, requestMagicLink } from '@cytocomm/contract';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import type { RunningPortal } from './portal.ts';

const MAIL_TIMEOUT_MS = 120_000;
const mailsSchema = z.array(z.object({ to: z.array(z.object({ address: z.string() })), text: z.string() }));
const tokenSchema = z.object({ idToken: z.string() });

/** Somebody who is signed in. */
export interface Person {
  readonly email: string;
  /** The session, as a Cookie header has it. */
  readonly cookie: string;
  /** Returns a fresh ID token, as an Authorization header has it. */
  bearer(): Promise<string>;
}

async function mailedTokens(mailUrl: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const tokens = new Map<string, string[]>();
  for (const { to, text } of mailsSchema.parse(await (await fetch(`${mailUrl}/email`)).json())) {
    const [, token] = /#token=([\w.-]+)/.exec(text) ?? [];
    const [{ address } = { address: '' }] = to;
    if (token !== undefined) tokens.set(address, [...(tokens.get(address) ?? []), token]);
  }
  return tokens;
}

/** Asks for sign-in links and waits until each has a new one. Returns their tokens. Throws after two minutes. */
export async function newTokens(
  mailUrl: string,
  emails: readonly string[],
  ask: () => Promise<unknown>,
): Promise<readonly string[]> {
  const before = await mailedTokens(mailUrl);
  await ask();
  const deadline = performance.now() + MAIL_TIMEOUT_MS;
  for (;;) {
    const now = await mailedTokens(mailUrl);
    const tokens = emails.flatMap((email) => now.get(email)?.[before.get(email)?.length ?? 0] ?? []);
    if (tokens.length === emails.length) return tokens;
    if (performance.now() > deadline)
      throw new Error(`only ${tokens.length} of ${emails.length} links were mailed in time`);
    await pause(50);
  }
}

/** Signs somebody in, by mail as anybody does; `address` is the network address they come from. */
export async function signIn({ url, mailUrl }: RunningPortal, email: string, address = '127.0.0.1'): Promise<Person> {
  const post = async (path: string, body?: object, cookie = ''): Promise<Response> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url, 'X-Forwarded-For': address, Cookie: cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const [token] = await newTokens(mailUrl, [email], () => post(addressOf(requestMagicLink), { email }));
  const done = await post(addressOf(completeSignIn), { email, token });
  const cookie = done.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    email,
    cookie,
    bearer: async () => {
      const answer = await post(addressOf(mintIdToken), undefined, cookie);
      return `Bearer ${tokenSchema.parse(await answer.json()).idToken}`;
    },
  };
}

/** Adds people past the API. */
export async function addPeople(mongoUri: string, emails: readonly string[], role: Role): Promise<void> {
  await using client = await MongoClient.connect(mongoUri);
  const records = emails.map((email) => newUserRecord({ email, name: 'A Listener', roles: [role] }));
  await client.db().collection('users').insertMany(records);
}

/** Adds people and signs all of them in, each from a network address of their own. */
export async function signInPeople(portal: RunningPortal, emails: readonly string[], role: Role) {
  await addPeople(portal.mongoUri, emails, role);
  return Promise.all(emails.map((email, place) => signIn(portal, email, `198.18.8.${place + 1}`)));
}
