import {
  addressOf,
  listAllEvents,
  listAllPressReleases,
  listDocuments,
  listPressReleases,
  listUsers,
  searchPortal,
} from '@cytocomm/contract';
import { signInPeople } from '../portal/person.ts';
import type { RunningPortal } from '../portal/portal.ts';
import { inTurn, percentile } from '../report.ts';

const PAGE = 50;
/** After so many lists the tokens are new ones: they end after five minutes, which a busy machine may take. */
const LISTS_OF_TOKEN = 20;
/** The palette's search is limited for each person. */
const ADMINS = Array.from({ length: 5 }, (_, number) => `searcher-${number}@lab.example`);

const USER_SORTS = (['email', 'name', 'createdAt', 'lastSignIn'] as const).flatMap(
  (field) => [field, `-${field}`] as const,
);
// What is typed, by what `seed --rows` makes (`anna12@x.example`, Anna Bauer; `Report 004711`): common words, parts, one alone, none.
const OF_PEOPLE = ['anna', 'il', 'fischer', 'grace18@x.example', 'ace30', 'no such person', 'ben', 'arc'];
const OF_TITLES = ['report', 'etho', '000019', '0038', 'notice 0000', 're', 'nothing is called so', 'outlook 057'];

function pick<Value>(values: readonly Value[], turn: number): Value {
  const value = values[turn % values.length];
  if (value === undefined) throw new RangeError('there is nothing to pick from');
  return value;
}

/** Searches, every second one in another order than the list's own. */
const searches =
  <Sort extends string>(terms: readonly string[], sorts: readonly Sort[]) =>
  (turn: number) => ({
    ...{ search: pick(terms, turn), limit: PAGE },
    ...(turn % 2 === 1 && { sort: pick(sorts, turn >> 1) }),
  });

const people = searches(OF_PEOPLE, USER_SORTS);
const documents = searches(OF_TITLES, ['title', '-title', 'size', '-size'] as const);
const releases = searches(OF_TITLES, ['title', '-title', 'date', '-date'] as const);
const events = searches(OF_TITLES, ['title', '-title', '-date'] as const);
const filters = [{}, { role: 'investor' }, { neverSignedIn: true }, { role: 'admin' }] as const;
const ordered = (turn: number) => ({ limit: PAGE, sort: pick(USER_SORTS, turn), ...pick(filters, turn) });

/** How many pages of a list are asked for, and the address of the first one. */
const LISTS: readonly (readonly [name: string, pages: number, addressFor: (turn: number) => string])[] = [
  ['search of people', 2, (turn) => addressOf(listUsers, {}, people(turn))],
  ['people by order and filter', 2, (turn) => addressOf(listUsers, {}, ordered(turn))],
  ['search of documents', 1, (turn) => addressOf(listDocuments, {}, documents(turn))],
  ['search of press releases', 1, (turn) => addressOf(listAllPressReleases, {}, releases(turn))],
  ['search of events', 1, (turn) => addressOf(listAllEvents, {}, events(turn))],
  ['search of the palette', 1, (turn) => addressOf(searchPortal, {}, { q: pick(OF_TITLES, turn) })],
  ['first 20 press releases', 1, () => addressOf(listPressReleases, {}, { limit: 20 })],
];

/** Asks for a list, and for pages behind it. Returns how long each page took, in ms. */
async function ask(url: string, bearer: string, first: string, pages: number): Promise<readonly number[]> {
  const times: number[] = [];
  let address: string | undefined = first;
  for (let page = 0; page < pages && address !== undefined; page++) {
    const current: string = address;
    const startedAt = performance.now();
    const answer = await fetch(url + current, { headers: { Authorization: bearer } });
    const body = await answer.text();
    times.push(performance.now() - startedAt);
    if (!answer.ok) throw new Error(`${current} was answered with ${answer.status}: ${body}`);
    const [, next] = /<([^>]+)>/.exec(answer.headers.get('link') ?? '') ?? [];
    address = next === undefined ? undefined : new URL(next).pathname + new URL(next).search;
  }
  return times;
}

/**
 * Times lists of two portals, one with few and one with many records, in turn, another first each time, each admin after the other.
 * Returns how long each kind took at the 95th percentile, in ms.
 */
export async function timeLists(
  portals: readonly [few: RunningPortal, many: RunningPortal],
  count: number,
  say: (line: string) => void,
) {
  const admins = await Promise.all(portals.map((portal) => signInPeople(portal, ADMINS, 'admin')));
  const measured: { readonly name: string; readonly few: number; readonly many: number }[] = [];
  for (const [name, pages, addressFor] of LISTS) {
    const timesOf = async (turns: number) => {
      let turn = 0;
      let bearers: readonly (readonly string[])[] = [];
      const takes = portals.map(
        ({ url }, side) =>
          () =>
            ask(url, pick(bearers[side] ?? [], turn), addressFor(turn), pages),
      );
      const times = await inTurn(takes, turns, async (round) => {
        turn = round;
        if (turn % LISTS_OF_TOKEN > 0) return;
        bearers = await Promise.all(admins.map((each) => Promise.all(each.map((admin) => admin.bearer()))));
      });
      return times.map((samples) => percentile(samples.flat(), 0.95));
    };
    // The first ones count for nothing: code is compiled.
    await timesOf(Math.ceil(count / 10));
    const [few = 0, many = 0] = await timesOf(count);
    measured.push({ name, few, many });
    say(`  ${name}: ${few.toFixed(1)} and ${many.toFixed(1)} ms`);
  }
  return measured;
}
