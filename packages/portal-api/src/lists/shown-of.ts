import type { PagedQuery } from '../PagedList.tsx';

/** What a query of pages has, which may be asked for other rows meanwhile. */
export interface ShownData<Item> extends Pick<PagedQuery<Item>, 'data' | 'error'> {
  /** The pages of what is asked for now; undefined while `data` is still what was asked for before. */
  readonly currentData?: PagedQuery<Item>['data'];
}

/** Returns the pages that are shown: what was asked for before stays until an answer is here, but does not pass for the answer after a failure. */
export const shownOf = <Item>({ data, currentData, error }: ShownData<Item>): PagedQuery<Item>['data'] =>
  error ? currentData : data;
