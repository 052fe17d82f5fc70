import { bearersOf, type SignedIn } from '../sign-in/signing-in.ts';
import { openWire, requestOf, type Wire } from '../sign-in/wire.ts';
import { percentile } from '../statistics.ts';

const WARM_UP = 40;
/** After so many lists the tokens are new ones: they end after five minutes, which a busy machine may take. */
const LISTS_OF_TOKEN = 20;

/** How long an admin's lists took among few and among many records at the 95th percentile, in ms. */
export interface ListTimes {
  readonly asked: string;
  readonly few: number;
  readonly many: number;
}

/** The API on one of the databases, with its admins. */
export interface SignedInApi {
  readonly url: string;
  readonly admins: readonly SignedIn[];
}

interface Side {
  readonly wire: Wire;
  bearers: readonly string[];
  readonly times: number[];
}

/** Asks for a list, and for pages behind it. */
async function ask({ wire, bearers, times }: Side, list: string, turn: number, pages: number, counts: boolean) {
  let address: string | undefined = list;
  for (let page = 0; page < pages && address !== undefined; page++) {
    const started = performance.now();
    const headers = { Authorization: bearers[turn % bearers.length] ?? '' };
    const { status, head, body } = await wire.ask(requestOf('GET', address, headers));
    if (status !== 200) throw new Error(`${address} answered ${status}: ${body}`);
    if (counts) times.push(performance.now() - started);
    const next = /\r\nlink: <([^>]+)>/i.exec(head)?.[1];
    address = next === undefined ? undefined : new URL(next).pathname + new URL(next).search;
  }
}

/**
 * Times lists at an API with few and at one with many records, in turn, each admin after the other: so many pages of each, by default
 * the first one.
 * Connections and tokens are new: both end while nothing is asked for minutes.
 */
export async function timeInTurn(
  asked: string,
  addresses: readonly string[],
  apis: readonly SignedInApi[],
  pages = 1,
): Promise<ListTimes> {
  const sides: Side[] = [];
  for (const { url, admins } of apis)
    sides.push({ wire: await openWire(url), bearers: await bearersOf(url, admins), times: [] });
  for (const [turn, address] of addresses.slice(0, WARM_UP).entries())
    for (const side of sides) await ask(side, address, turn, pages, false);
  for (const [turn, address] of addresses.entries()) {
    if (turn % LISTS_OF_TOKEN === 0)
      for (const [place, { url, admins }] of apis.entries()) {
        const side = sides[place];
        if (side) side.bearers = await bearersOf(url, admins);
      }
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) await ask(side, address, turn, pages, true);
  }
  for (const { wire } of sides) wire.close();
  const [few = 0, many = 0] = sides.map(({ times }) => percentile(times, 0.95));
  return { asked, few, many };
}
