import type { DocumentListQuery, DocumentSort, Visibility } from '@cytocomm/contract';
import { useSearchParams } from '@cytocomm/kit';
import { visibilities } from './document.ts';

/** What the list of documents shows, as the address holds it. */
export interface DocumentListState {
  readonly search: string;
  readonly sort: DocumentSort;
  readonly visibility: Visibility | undefined;
}

const DEFAULT: DocumentSort = '-uploadedAt';
const SORTS: readonly DocumentSort[] = [
  ...(['title', '-title', 'size', '-size', 'uploadedAt', '-uploadedAt'] as const),
];

/** The fields of the address. */
const FIELDS = { search: 'q', sort: 'sort', visibility: 'visible-to' } as const;

/** Returns the order that a grid asks for, if the list has it. */
export const documentSortOf = (sort: string | null): DocumentSort => SORTS.find((each) => each === sort) ?? DEFAULT;

/** Returns the visibility of this name; undefined for any other text. */
export const visibilityOf = (name: string | null): Visibility | undefined =>
  visibilities.find(({ value }) => value === name)?.value;

function read(fields: URLSearchParams): DocumentListState {
  return {
    search: (fields.get(FIELDS.search) ?? '').trim().slice(0, 200),
    sort: documentSortOf(fields.get(FIELDS.sort)),
    visibility: visibilityOf(fields.get(FIELDS.visibility)),
  };
}

function write(fields: URLSearchParams, { search, sort, visibility }: DocumentListState): URLSearchParams {
  const written = new URLSearchParams(fields);
  const put = (name: string, value: string) => (value === '' ? written.delete(name) : written.set(name, value));
  put(FIELDS.search, search);
  put(FIELDS.sort, sort === DEFAULT ? '' : sort);
  put(FIELDS.visibility, visibility ?? '');
  return written;
}

/** Returns what the list shows, and what changes it: in the address, so that a view can be shared. */
export function useDocumentListState() {
  const [fields, setFields] = useSearchParams();
  const state = read(fields);
  const change = (changed: Partial<DocumentListState>) =>
    setFields((before) => write(before, { ...read(before), ...changed }), { replace: true, preventScrollReset: true });
  return [state, change] as const;
}

/** Returns the query of a state, without pages. */
export function queryOf({ search, sort, visibility }: DocumentListState): DocumentListQuery {
  return {
    ...(sort !== DEFAULT && { sort }),
    ...(search !== '' && { search }),
    ...(visibility !== undefined && { visibility }),
  };
}
