import type { MailListQuery, MailOrder } from '@cytocomm/contract';
import type { Model } from 'mongoose';
import { z } from 'zod';
import {
  type Condition,
  type ListedCollection,
  type ListFilter,
  type ListPage,
  readList,
} from '../lists/indexed-list.ts';
import { FIRST_MOMENT, type ListOrder, orderNamed } from '../lists/list-order.ts';
import { searchConditions, searchFieldsOf } from '../lists/search-keys.ts';
import type { OutboxRecord } from './model.ts';

/** Which page of which mails. */
export type MailSearch = Omit<MailListQuery, 'limit'> & { readonly limit: number };

const ORDERS = {
  createdAt: { field: 'createdAt', least: FIRST_MOMENT },
  to: { field: 'to', least: '' },
  kind: { field: 'kind', least: '' },
} as const satisfies Record<MailOrder, Pick<ListOrder<OutboxRecord>, 'field' | 'least'>>;

const BY_ID = { field: '_id', schema: z.string(), read: (id: string) => id } as const;

/** Returns a condition whose filters indexes hold in the order of `createdAt`. */
function byDate(holds: (row: OutboxRecord) => boolean, ...filters: readonly ListFilter[]): Condition<OutboxRecord> {
  const isOne = filters.length === 1;
  return {
    holds,
    entries: isOne ? filters : [],
    isExact: isOne,
    entriesBy: 'createdAt',
    inOrderOf: (field) => (field === 'createdAt' ? filters : undefined),
  };
}

function hasStatus(status: NonNullable<MailListQuery['status']>): Condition<OutboxRecord> {
  // Its index has only rows with an error, of any status.
  if (status === 'troubled')
    return {
      holds: (row) => row.lastError !== undefined && (row.status === 'waiting' || row.status === 'failed'),
      entries: [{ lastError: { $exists: true }, createdAt: { $gte: FIRST_MOMENT } }],
      isExact: false,
      entriesBy: 'createdAt',
    };
  if (status === 'sending')
    return byDate((row) => row.status === 'claimed' || row.status === 'sending', { status: 'claimed' }, { status });
  return byDate((row) => row.status === status, { status });
}

function conditionsOf({
  search = '',
  status,
  kind,
  to,
}: Omit<MailSearch, 'limit'>): readonly Condition<OutboxRecord>[] {
  const address = to?.toLowerCase();
  return [
    ...searchConditions<OutboxRecord>(search, 'createdAt'),
    ...(address === undefined ? [] : [byDate((row) => row.to === address, { to: address })]),
    ...(kind === undefined ? [] : [byDate((row) => row.kind === kind, { kind })]),
    ...(status === undefined ? [] : [hasStatus(status)]),
  ];
}

/** Returns what the list of mails is searched by. */
export const listFieldsOf = ({ to }: Pick<OutboxRecord, 'to'>) => searchFieldsOf(to);

/** Returns what lists mails: searched, filtered and ordered by indexes. Each answer reads a bounded number of them. */
export function createMailList(model: Model<OutboxRecord>) {
  const collection: ListedCollection<OutboxRecord> = {
    find: (filter, sort, limit) =>
      model.find(filter, { data: 0, searchKeys: 0 }).sort(sort).limit(limit).lean<OutboxRecord[]>(),
    count: (filter, limit) => model.countDocuments(filter, { limit }),
  };
  return async ({ sort = '-createdAt', limit, cursor, ...query }: MailSearch): Promise<ListPage<OutboxRecord>> => {
    const order = orderNamed<OutboxRecord>(sort, ORDERS, BY_ID);
    return readList(collection, { conditions: conditionsOf(query), order, limit, cursor });
  };
}
