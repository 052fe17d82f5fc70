import { randomBytes } from 'node:crypto';
import { addressOf, completeSignIn, requestMagicLink } from '@cytocomm/contract';
import { MongoClient } from 'mongodb';
import type { RunningPortal } from '../portal/running-portal.ts';
import { mailedTokens } from '../sign-in/signing-in.ts';
import { type Ask, fire } from './cannon.ts';

/** How many sign-ins are completed in a round. */
export const SIGN_INS = 100;

/** Completed sign-ins of a round, at the portal and at the bare contender: each from a network address of its own. */
export interface SignInAsks {
  readonly ours: readonly Ask[];
  readonly theirs: readonly Ask[];
}

/** Has the portal mail links to new people, and the bare contender hold as many tokens. */
export async function askForLinks(portal: RunningPortal, round: number): Promise<SignInAsks> {
  const emails = Array.from({ length: SIGN_INS }, (_, number) => `load-${round}-${number}@lab.example`);
  const tokens = emails.map((email) => ({ email, token: randomBytes(24).toString('base64url') }));
  const client = await MongoClient.connect(portal.mongoUri);
  try {
    const records = emails.map((email) => ({ email, name: 'Load', roles: ['investor'], createdAt: new Date() }));
    await client.db().collection('users').insertMany(records);
    await client.db().collection('bare_links').createIndex({ email: 1 });
    await client
      .db()
      .collection('bare_links')
      .insertMany(tokens.map((each) => ({ ...each })));
  } finally {
    await client.close();
  }
  const post = (path: string, body: unknown, number: number): Ask => ({
    method: 'POST',
    path,
    headers: {
      'Content-Type': 'application/json',
      Origin: portal.url,
      'X-Forwarded-For': `198.18.${100 + round}.${number}`,
    },
    body: JSON.stringify(body),
  });
  const links = emails.map((email, number) => post(addressOf(requestMagicLink), { email }, number));
  await fire(portal.url, links, { requests: links.length });
  const mailed = await mailedTokens(portal.mailUrl, emails);
  const complete = (email: string, token: string | undefined, number: number) =>
    post(addressOf(completeSignIn), { email, token }, number);
  return {
    ours: emails.map((email, number) => complete(email, mailed[number], number)),
    theirs: tokens.map(({ email, token }, number) => complete(email, token, number)),
  };
}
