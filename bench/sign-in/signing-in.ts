import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, completeSignIn, mintIdToken, requestMagicLink } from '@cytocomm/contract';
import { z } from 'zod';
import { PUBLIC_URL } from './processes.ts';
import { askAll, requestOf, type WireAnswer } from './wire.ts';

const mailsSchema = z.array(z.object({ to: z.array(z.object({ address: z.string() })), text: z.string() }));
const MAIL_TIMEOUT_MS = 120_000;

/** Somebody signed in. */
export interface SignedIn {
  readonly email: string;
  readonly cookie: string;
}

/** The headers of a call from a page of the portal, as the edge proxy hands it on. */
export function ownPage(client: string): Record<string, string> {
  return { Origin: PUBLIC_URL, 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': client };
}

/** Each person comes from an address of their own. */
const headersOf = (number: number) => ownPage(`198.18.${number >> 8}.${number & 255}`);

function expectStatus(answer: WireAnswer, status: number): void {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.body}`);
}

/** Waits until everybody has a mail; the tokens of their links. Throws after two minutes. */
export async function mailedTokens(mailUrl: string, emails: readonly string[]): Promise<string[]> {
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  for (;;) {
    const mails = mailsSchema.parse(await (await fetch(`${mailUrl}/email`)).json());
    const byAddress = new Map(
      mails.map((mail) => [mail.to[0]?.address ?? '', /#token=([\w.-]+)/.exec(mail.text)?.[1] ?? '']),
    );
    const tokens = emails.flatMap((email) => byAddress.get(email) ?? []);
    if (tokens.length === emails.length) return tokens;
    if (Date.now() > deadline) throw new Error(`only ${tokens.length} of ${emails.length} links were mailed`);
    await pause(200);
  }
}

/** Signs people in by their mailed links. Returns them, and how many sign-ins a second were completed. */
export async function signInAll(
  apiUrl: string,
  mailUrl: string,
  emails: readonly string[],
  connections: number,
): Promise<{ people: SignedIn[]; perSecond: number }> {
  const asked = emails.map((email, number) =>
    requestOf('POST', addressOf(requestMagicLink), headersOf(number), { email }),
  );
  await askAll(apiUrl, connections, asked, (answer) => expectStatus(answer, 202));
  const tokens = await mailedTokens(mailUrl, emails);
  const people: SignedIn[] = [];
  const completions = emails.map((email, number) =>
    requestOf('POST', addressOf(completeSignIn), headersOf(number), { email, token: tokens[number] }),
  );
  const perSecond = await askAll(apiUrl, connections, completions, (answer, index) => {
    expectStatus(answer, 200);
    // More than that of the session: another one knows the browser again.
    const cookies = [...answer.head.matchAll(/\r\nset-cookie: ([^;]+)/gi)].map(([, cookie]) => cookie);
    people.push({ email: emails[index] ?? '', cookie: cookies.join('; ') });
  });
  return { people, perSecond };
}

/** The bearer tokens of people who are signed in. */
export async function bearersOf(apiUrl: string, people: readonly SignedIn[]): Promise<string[]> {
  const bearers: string[] = [];
  const requests = people.map(({ cookie }) =>
    requestOf('POST', addressOf(mintIdToken), { ...headersOf(0), Cookie: cookie }),
  );
  await askAll(apiUrl, 4, requests, (answer, index) => {
    expectStatus(answer, 200);
    bearers[index] = `Bearer ${z.object({ idToken: z.string() }).parse(JSON.parse(answer.body)).idToken}`;
  });
  return bearers;
}
