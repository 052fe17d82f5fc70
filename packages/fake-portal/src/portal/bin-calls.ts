import { type BinItem, type BinParams, RETENTION } from '@cytocomm/contract';
import type { Answers } from './answer.ts';
import { cutPage } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const KEEP_MS = RETENTION.binDays * 24 * 3600 * 1000;

/** Moves a record into the bin, from where it is put back. Returns when that was. */
export function moveIntoBin<Item>(
  portal: FakePortal,
  { kind, id, title }: Pick<BinItem, 'kind' | 'id' | 'title'>,
  items: Item[],
  record: Item,
): string {
  items.splice(items.indexOf(record), 1);
  const now = Date.now();
  const deletedAt = new Date(now).toISOString();
  const times = { deletedAt, keptUntil: new Date(now + KEEP_MS).toISOString() };
  const item = { kind, id, ...(kind === 'user' && { email: id }), title, deletedBy: portal.cookie ?? '', ...times };
  portal.data.bin = [{ item, restore: () => void items.push(record) }, ...portal.data.bin];
  return deletedAt;
}

/** Adds the calls about what was deleted. */
export function binCalls(portal: FakePortal): Answers {
  const take = ({ kind, id }: BinParams, deletedAt: string | undefined) => {
    const entry = portal.data.bin.find(
      ({ item }) => item.kind === kind && item.id === id && item.deletedAt === (deletedAt ?? item.deletedAt),
    );
    if (entry === undefined) throw new Refusal('not-found', 'This item is not in the bin.');
    portal.data.bin = portal.data.bin.filter((each) => each !== entry);
    return entry;
  };
  return {
    listBin: ({ query }) => {
      const items = portal.data.bin.map(({ item }) => item).filter(({ kind }) => kind === (query.kind ?? kind));
      return cutPage(items, query);
    },
    restoreFromBin: ({ params, query }) => take(params, query.deletedAt).restore(),
    deleteFromBin: ({ params, query }) => void take(params, query.deletedAt),
  };
}
