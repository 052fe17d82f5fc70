import type { MailListQuery, MailOrder } from '@cytocomm/contract';
import type { Model } from 'mongoose';
import { orderNamed, type Page, readPage } from '../lists/pages.ts';
import { searchFieldsOf } from '../lists/search.ts';
import type { OutboxRecord } from './model.ts';

/** Which page of which mails. */
export type MailSearch = Omit<MailListQuery, 'limit'> & { readonly limit: number };

const ORDERS = { createdAt: 'createdAt', to: 'to', kind: 'kind' } as const satisfies Record<
  MailOrder,
  keyof OutboxRecord
>;

function hasStatus(status: NonNullable<MailListQuery['status']>) {
  // Few rows have an error: they have an index of their own.
  if (status === 'troubled') return { lastError: { $exists: true }, status: { $in: ['waiting', 'failed'] } };
  return { status: status === 'sending' ? { $in: ['claimed', 'sending'] } : status };
}

/** Returns what the list of mails is searched by. */
export const listFieldsOf = ({ to }: Pick<OutboxRecord, 'to'>) => searchFieldsOf(to);

/** Creates the list of mails, by default newest first. */
export function createMailList(model: Model<OutboxRecord>) {
  return ({
    sort = '-createdAt',
    limit,
    cursor,
    search,
    status,
    kind,
    to,
  }: MailSearch): Promise<Page<OutboxRecord>> => {
    const filter = {
      ...(status !== undefined && hasStatus(status)),
      ...(kind !== undefined && { kind }),
      ...(to !== undefined && { to: to.toLowerCase() }),
    };
    const order = orderNamed<OutboxRecord>(sort, ORDERS, '_id');
    return readPage(model, { filter, search, order, limit, cursor, fields: { data: 0, searchText: 0 } });
  };
}
