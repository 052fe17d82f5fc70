import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, listUsers, type UserListQuery, type UserSort } from '@cytocomm/contract';
import { startEmbeddedMongo } from '@cytocomm/embedded-mongo';
import { startMailboxProcess } from '@cytocomm/mailbox';
import { ADMIN, emailOf, fill, searchTerms } from '../sign-in/people.ts';
import { startApi } from '../sign-in/processes.ts';
import { bearersOf, type SignedIn, signInAll } from '../sign-in/signing-in.ts';
import { openWire, requestOf, type Wire } from '../sign-in/wire.ts';
import { percentile } from '../statistics.ts';

const FEW = 1000;
const MANY = 100_000;
const ROUNDS = 400;
const WARM_UP = 40;
const PAGE = 50;
const SORTS: readonly UserSort[] = [
  ...(['email', '-email', 'name', '-name', 'createdAt', '-createdAt', 'lastSignIn', '-lastSignIn'] as const),
];

/** How long an admin's lists took at the 95th percentile, in ms. */
interface ListTimes {
  readonly asked: string;
  readonly few: number;
  readonly many: number;
}

/** What was measured of the lists of the dashboard. */
export interface DashboardFigures {
  readonly lists: readonly ListTimes[];
  readonly people: { readonly few: number; readonly many: number };
}

/** The API on one of the databases, with its admin. */
interface SignedInApi {
  readonly url: string;
  readonly admin: SignedIn;
}

interface Side {
  readonly wire: Wire;
  readonly bearer: string;
  readonly times: number[];
}

/** Parts of e-mails and names from anywhere in them: common ones, rare ones, of one person alone, of nobody. */
function parts(count: number): UserListQuery[] {
  return searchTerms(count).map((term, turn) => {
    const email = emailOf(turn * 2 + 1);
    const sort = SORTS[turn % SORTS.length];
    const inside = [email.slice(2, 7), email.slice(-12, -4), email.slice(3, 9), term, `${term} lab`][turn % 5] ?? term;
    return { search: inside, ...(turn % 2 === 0 && sort !== undefined && { sort }) };
  });
}

const orders = (count: number): UserListQuery[] =>
  Array.from({ length: count }, (_, turn) => {
    const sort = SORTS[turn % SORTS.length] ?? 'email';
    return (
      [{ sort }, { sort, role: 'investor' }, { sort, neverSignedIn: true }, { sort, role: 'admin' }][turn % 4] ?? {}
    );
  });

/** Asks for a list, and for its next page. */
async function list({ wire, bearer, times }: Side, query: UserListQuery, counts: boolean): Promise<void> {
  let address: string | undefined = addressOf(listUsers, {}, { limit: PAGE, ...query });
  for (let page = 0; page < 2 && address !== undefined; page++) {
    const started = performance.now();
    const { status, head, body } = await wire.ask(requestOf('GET', address, { Authorization: bearer }));
    if (status !== 200) throw new Error(`a list answered ${status}: ${body}`);
    if (counts) times.push(performance.now() - started);
    const next = /\r\nlink: <([^>]+)>/i.exec(head)?.[1];
    address = next === undefined ? undefined : new URL(next).pathname + new URL(next).search;
  }
}

/** Times lists at each API in turn. Connections and tokens are new: both end while nothing is asked for minutes. */
async function time(asked: string, queries: readonly UserListQuery[], apis: readonly SignedInApi[]) {
  const sides: Side[] = [];
  for (const { url, admin } of apis) {
    const [bearer = ''] = await bearersOf(url, [admin]);
    sides.push({ wire: await openWire(url), bearer, times: [] });
  }
  for (const query of queries.slice(0, WARM_UP)) for (const side of sides) await list(side, query, false);
  for (const [turn, query] of queries.entries())
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) await list(side, query, true);
  for (const { wire } of sides) wire.close();
  const [few = 0, many = 0] = sides.map(({ times }) => percentile(times, 0.95));
  return { asked, few, many };
}

function databaseOf(uri: string, name: string): string {
  const address = new URL(uri);
  address.pathname = `/${name}`;
  return address.href;
}

/** Measures the admin's list of users among few and among many, on one embedded database, through the API as in production. */
export async function measureDashboard(say: (line: string) => void): Promise<DashboardFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-dashboard-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const mongo = await startEmbeddedMongo({ dataDir });
  started.defer(() => mongo.stop());
  const mailbox = await startMailboxProcess({ smtpPort: 0, httpPort: 0 });
  started.defer(() => mailbox.stop());
  const apis: SignedInApi[] = [];
  for (const [name, count] of [['few', FEW] as const, ['many', MANY] as const]) {
    const uri = databaseOf(mongo.uri, name);
    say(`  ${count} people`);
    await fill(uri, count);
    const api = started.use(await startApi(uri, mailbox.smtpUrl));
    await fetch(`${mailbox.url}/email/all`, { method: 'DELETE' });
    const {
      people: [admin],
    } = await signInAll(api.url, mailbox.url, [ADMIN], 1);
    if (admin !== undefined) apis.push({ url: api.url, admin });
  }
  say('  searches');
  const searched = await time('search by any part', parts(ROUNDS), apis);
  say('  orders and filters');
  const ordered = await time('order and filter', orders(ROUNDS), apis);
  return { lists: [searched, ordered], people: { few: FEW, many: MANY } };
}
