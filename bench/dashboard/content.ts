import { addressOf, listAllEvents, listAllPressReleases, listDocuments, searchPortal } from '@cytocomm/contract';
import { type ListTimes, type SignedInApi, timeInTurn } from './in-turn.ts';

const ROUNDS = 400;
const PAGE = 50;
const SUBJECTS = ['report', 'results', 'method', 'notice', 'protocol', 'outlook', 'review'];

/** What is typed, by the titles that `seed --rows` makes: `Report 004711`. Common words, parts of them, parts of numbers, one title alone, nothing. */
function terms(count: number): readonly string[] {
  return Array.from({ length: count }, (_, turn) => {
    const subject = SUBJECTS[turn % SUBJECTS.length] ?? '';
    const number = String((turn * 7919) % 1000).padStart(6, '0');
    const kinds = [subject, subject.slice(1, 5), number, number.slice(2), `${subject} ${number.slice(0, 4)}`];
    return [...kinds, subject.slice(0, 2), 'nothing is called so'][turn % 8] ?? `${subject} ${number.slice(3)}`;
  });
}

/** Every second one in another order than the list's own. */
const inOrders =
  <Sort extends string>(...sorts: readonly Sort[]) =>
  (search: string, turn: number) => ({
    ...{ search, limit: PAGE },
    ...(turn % 2 === 1 && { sort: sorts[(turn >> 1) % sorts.length] }),
  });

/** Times searches of documents, press releases and events, each by itself, and of all kinds by the palette's search. */
export async function measureContent(apis: readonly SignedInApi[]): Promise<readonly ListTimes[]> {
  const words = terms(ROUNDS);
  const documents = inOrders('title', '-title', 'size', '-size');
  const releases = inOrders('title', '-title', 'date', '-date');
  const events = inOrders('title', '-title', '-date');
  const asks: readonly (readonly [string, (search: string, turn: number) => string])[] = [
    ['search of documents', (search, turn) => addressOf(listDocuments, {}, documents(search, turn))],
    ['search of press releases', (search, turn) => addressOf(listAllPressReleases, {}, releases(search, turn))],
    ['search of events', (search, turn) => addressOf(listAllEvents, {}, events(search, turn))],
    ['search of the palette', (q) => addressOf(searchPortal, {}, { q })],
  ];
  const times: ListTimes[] = [];
  for (const [asked, addressFor] of asks) times.push(await timeInTurn(asked, words.map(addressFor), apis));
  return times;
}
