import { type BinItem, type BinKind, deleteFromBin, listBin, RETENTION, restoreFromBin } from '@cytocomm/contract';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { cutPage } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const KEEP_MS = RETENTION.binDays * 24 * 3600 * 1000;

/** Puts what was just deleted into the bin, on top. `restore` puts it back, or refuses. Returns when that was. */
export function putIntoBin(
  portal: FakePortal,
  { kind, id, title }: Pick<BinItem, 'kind' | 'id' | 'title'>,
  restore: () => void,
): string {
  // No two at one moment, as it tells them apart.
  const now = Math.max(Date.now(), ...portal.data.bin.map(({ item }) => Date.parse(item.deletedAt) + 1));
  const item: BinItem = {
    kind,
    id,
    ...(kind === 'user' && { email: id }),
    title,
    deletedAt: new Date(now).toISOString(),
    deletedBy: portal.cookie ?? '',
    keptUntil: new Date(now + KEEP_MS).toISOString(),
  };
  // What was deleted earlier under this id gets one of its own.
  const others = portal.data.bin.map((each) =>
    each.item.kind === kind && each.item.id === id
      ? { ...each, item: { ...each.item, id: crypto.randomUUID() } }
      : each,
  );
  portal.data.bin = [{ item, restore }, ...others];
  return item.deletedAt;
}

/** Adds the calls about what was deleted. */
export function binCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const find = ({ kind, id }: { readonly kind: BinKind; readonly id: string }, deletedAt: string | undefined) => {
    const entry = portal.data.bin.find(({ item }) => item.kind === kind && item.id === id);
    if (entry === undefined)
      throw new Refusal('not-found', 'This item is not in the bin. It was restored, or its 30 days are over.');
    if (deletedAt !== undefined && deletedAt !== entry.item.deletedAt)
      throw new Refusal('conflict', 'Something else was deleted from this address since. Look at the bin again.');
    return entry;
  };
  const drop = (entry: ReturnType<typeof find>) => {
    portal.data.bin = portal.data.bin.filter((each) => each !== entry);
  };

  answer(listBin, admin, ({ query }) =>
    cutPage(
      portal.data.bin.map(({ item }) => item).filter(({ kind }) => query.kind === undefined || kind === query.kind),
      query,
    ),
  );
  answer(restoreFromBin, admin, ({ params, query }) => {
    const entry = find(params, query.deletedAt);
    entry.restore();
    drop(entry);
  });
  answer(deleteFromBin, admin, ({ params, query }) => {
    drop(find(params, query.deletedAt));
  });
}
