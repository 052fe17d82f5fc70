import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, listUsers, readUser } from '@cytocomm/contract';
import { startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import { startMailboxProcess } from '@cytocomm/mailbox';
import { percentile } from '../statistics.ts';
import { ADMIN, emailOf, fill, searchTerms } from './people.ts';
import { startApi, startBare } from './processes.ts';
import { bearersOf, signInAll } from './signing-in.ts';
import { type AnswerTimes, measureAnswerTimes } from './strangers.ts';
import { openWire, requestOf, throughput } from './wire.ts';

const FEW = 1000;
const MANY = 100_000;
const SIGN_INS = 250;
const SIGN_IN_ROUNDS = 3;
const LOOKUP_ROUNDS = 20;
const LOOKUP_MS = 500;
const LOOKED_UP = 16;
const CONNECTIONS = 16;
const SEARCHES = 400;
const STRANGERS = 200;

/** What was measured about people and their sign-ins. */
export interface SignInFigures {
  /** Completed sign-ins a second, round by round. */
  readonly completions: readonly number[];
  /** Lookups of one person a second: the portal's with a bearer token, and the bare handler's, round by round in turn. */
  readonly lookups: { readonly portal: readonly number[]; readonly bare: readonly number[] };
  /** How long searches took at the 95th percentile, in ms. */
  readonly searches: { readonly few: number; readonly many: number };
  /** What the time of an answer tells of an address. */
  readonly answers: readonly AnswerTimes[];
  readonly people: { readonly few: number; readonly many: number };
}

type Say = (line: string) => void;

function databaseOf(uri: string, name: string): string {
  const address = new URL(uri);
  address.pathname = `/${name}`;
  return address.href;
}

async function measureLookups(apiUrl: string, bareUrl: string, emails: readonly string[], bearers: readonly string[]) {
  const asked = emails.map((email, index) =>
    requestOf('GET', addressOf(readUser, { email }), { Authorization: bearers[index] ?? '' }),
  );
  const bareAsked = emails.map((email) => requestOf('GET', addressOf(readUser, { email })));
  const contenders = [
    { rates: [] as number[], run: (ms: number) => throughput(apiUrl, CONNECTIONS, asked, ms) },
    { rates: [] as number[], run: (ms: number) => throughput(bareUrl, CONNECTIONS, bareAsked, ms) },
  ] as const;
  for (const { run } of contenders) await run(2 * LOOKUP_MS);
  for (let round = 0; round < LOOKUP_ROUNDS; round++) {
    for (const { rates, run } of round % 2 === 0 ? contenders : contenders.toReversed())
      rates.push(await run(LOOKUP_MS));
  }
  return { portal: contenders[0].rates, bare: contenders[1].rates };
}

async function measureSearches(few: { url: string; bearer: string }, many: { url: string; bearer: string }) {
  const sides = await Promise.all(
    [few, many].map(async ({ url, bearer }) => ({ wire: await openWire(url), bearer, times: [] as number[] })),
  );
  const search = async ({ wire, bearer, times }: (typeof sides)[number], term: string, counts: boolean) => {
    const started = performance.now();
    const { status, body } = await wire.ask(
      requestOf('GET', addressOf(listUsers, {}, { limit: 50, search: term }), { Authorization: bearer }),
    );
    if (status !== 200) throw new Error(`a search answered ${status}: ${body}`);
    if (counts) times.push(performance.now() - started);
  };
  const terms = searchTerms(SEARCHES);
  for (const term of terms.slice(0, 40)) for (const side of sides) await search(side, term, false);
  for (const [turn, term] of terms.entries())
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) await search(side, term, true);
  for (const { wire } of sides) wire.close();
  const [ofFew = [], ofMany = []] = sides.map(({ times }) => times);
  return { few: percentile(ofFew, 0.95), many: percentile(ofMany, 0.95) };
}

/** Measures sign-ins, lookups and searches on one embedded database, through the API as in production. */
export async function measureSignIn(say: Say): Promise<SignInFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-sign-in-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const mongo = await startEmbeddedMongo({ dataDir });
  started.defer(() => mongo.stop());
  const mailbox = await startMailboxProcess({ smtpPort: 0, httpPort: 0 });
  started.defer(() => mailbox.stop());
  const [fewUri, manyUri] = [databaseOf(mongo.uri, 'few'), databaseOf(mongo.uri, 'many')];
  say(`  ${FEW} and ${MANY} people`);
  await fill(fewUri, FEW);
  await fill(manyUri, MANY);
  const few = started.use(await startApi(fewUri, mailbox.smtpUrl));
  const bare = started.use(await startBare(fewUri));

  say('  sign-ins');
  const completions: number[] = [];
  for (let round = 0; round < SIGN_IN_ROUNDS; round++) {
    const emails = Array.from({ length: SIGN_INS }, (_, offset) => emailOf(round * SIGN_INS + offset));
    completions.push((await signInAll(few.url, mailbox.url, emails, CONNECTIONS)).perSecond);
  }

  say('  lookups');
  const lookedUp = Array.from({ length: LOOKED_UP }, (_, number) => emailOf(FEW - 1 - number));
  const { people } = await signInAll(few.url, mailbox.url, [...lookedUp, ADMIN], 4);
  const bearers = await bearersOf(few.url, people);
  const lookups = await measureLookups(
    few.url,
    bare.url,
    people.map(({ email }) => email),
    bearers,
  );

  say('  answers about strangers');
  const unasked = Array.from({ length: STRANGERS }, (_, offset) => emailOf(SIGN_IN_ROUNDS * SIGN_INS + offset));
  const answers = await measureAnswerTimes(few.url, mailbox.url, unasked);

  say('  searches');
  const many = started.use(await startApi(manyUri, mailbox.smtpUrl));
  const bearerOfAdmin = async (url: string) => {
    await fetch(`${mailbox.url}/email/all`, { method: 'DELETE' });
    const { people: signedIn } = await signInAll(url, mailbox.url, [ADMIN], 1);
    const [bearer = ''] = await bearersOf(url, signedIn);
    return { url, bearer };
  };
  const searches = await measureSearches(await bearerOfAdmin(few.url), await bearerOfAdmin(many.url));
  return { completions, lookups, searches, answers, people: { few: FEW, many: MANY } };
}
