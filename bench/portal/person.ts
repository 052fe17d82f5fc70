import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, completeSignIn, mintIdToken, requestMagicLink } from '@cytocomm/contract';
import type { RunningPortal } from './running-portal.ts';

/** Somebody who is signed in. */
export interface Person {
  /** The session, as a Cookie header has it. */
  readonly cookie: string;
  /** A fresh ID token, as an Authorization header has it. */
  bearer(): Promise<string>;
}

interface Mail {
  readonly to: readonly { readonly address: string }[];
  readonly text: string;
}

async function linksMailed(mailUrl: string, email: string): Promise<readonly string[]> {
  const mails: readonly Mail[] = await (await fetch(`${mailUrl}/email`)).json();
  const own = mails.filter(({ to }) => to.some(({ address }) => address === email));
  return own.flatMap(({ text }) => /#token=([\w.-]+)/.exec(text)?.slice(1) ?? []);
}

async function nextLink(mailUrl: string, email: string, before: number): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const token = (await linksMailed(mailUrl, email))[before];
    if (token !== undefined) return token;
    await pause(50);
  }
  throw new Error(`no link was mailed to ${email}`);
}

/** Signs somebody in, by mail as anybody does; `address` is the network address they come from. */
export async function signIn({ url, mailUrl }: RunningPortal, email: string, address = '127.0.0.1'): Promise<Person> {
  const post = async (path: string, body: unknown, cookie = ''): Promise<Response> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Origin: url,
        'X-Forwarded-For': address,
        ...(cookie === '' ? {} : { Cookie: cookie }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const before = (await linksMailed(mailUrl, email)).length;
  await post(addressOf(requestMagicLink), { email });
  const done = await post(addressOf(completeSignIn), { email, token: await nextLink(mailUrl, email, before) });
  const cookie = done.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    cookie,
    bearer: async () => {
      const answer = await fetch(url + addressOf(mintIdToken), {
        method: 'POST',
        headers: { Origin: url, Cookie: cookie },
      });
      const { idToken }: { readonly idToken: string } = await answer.json();
      return `Bearer ${idToken}`;
    },
  };
}
