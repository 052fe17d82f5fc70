import { createSearch } from '../../content/search/router.ts';
import { createSlots } from '../limits/service.ts';
import { type Finder, readFound } from './search-keys.ts';

/** Pages of a list, as a search reads them: each with so many rows, the last one leading nowhere. */
const pagesOf = (...counts: readonly number[]) => {
  const cursors: (string | undefined)[] = [];
  const read = async ({ cursor }: { readonly cursor: string | undefined }) => {
    cursors.push(cursor);
    const place = Number(cursor ?? 0);
    const page = Array.from({ length: counts[place] ?? 0 }, (_, row) => `${place}-${row}`);
    return { page, nextCursor: place + 1 < counts.length ? String(place + 1) : null };
  };
  return { cursors, read };
};
const present = (id: string) => ({ kind: 'event', id, title: id, about: '', date: null }) as const;
const idsOf = async (read: ReturnType<typeof pagesOf>['read']) => {
  const { found, isCut } = await readFound(read, present);
  return [found.map(({ id }) => id), isCut];
};

it.each<[string, readonly number[], readonly string[], boolean]>([
  ['all that there is', [1, 0, 1], ['0-0', '2-0'], false],
  ['twenty of more', [19, 4, 0, 0], [...Array.from({ length: 19 }, (_, row) => `0-${row}`), '1-0'], false],
  ['what three pages have, and says that there may be more', [1, 0, 1, 1], ['0-0', '2-0'], true],
])('reads %s', async (_, counts, ids, isCut) => {
  const { cursors, read } = pagesOf(...counts);
  expect(await idsOf(read)).toEqual([ids, isCut]);
  expect(cursors.length).toBeLessThanOrEqual(3);
});

it('names a kind of which it has not looked at all as late, with what was found of it', async () => {
  const none: Finder = async () => ({ found: [], isCut: false });
  const event: Finder = async () => ({ found: [present('1')], isCut: true });
  const limits = { count: async () => ({ allowed: true, crossing: false, number: 1, limit: 1, secondsLeft: 0 }) };
  const finders = { user: none, document: none, 'press-release': none, event };
  const search = createSearch({ limits }, finders, createSlots('searches', 1));
  const reader = {
    ...{ userId: '1', email: 'ada@x.example', name: 'Ada', roles: [], groups: [], sid: '1', provedAt: new Date(0) },
    ...{ addedAt: new Date(0), defaultRole: undefined, hasPasskey: false, lacksPasskey: false },
  };
  expect(await search.find(reader, 'x')).toEqual({ items: [present('1')], late: ['event'] });
});
