import {
  type DocumentExportQuery,
  type DocumentSort,
  searchedWords,
  type Visibility,
  type WantedKind,
} from '@cytocomm/contract';
import { choiceNamed, useListState, WANTED_KINDS, yearNamed } from '@cytocomm/portal-api';
import { visibilities } from './document.ts';

/** What the list of documents shows, as the address holds it. */
export interface DocumentListState {
  readonly search: string;
  readonly sort: DocumentSort;
  readonly visibility: Visibility | undefined;
  readonly kind: WantedKind | undefined;
  /** A fiscal year. */
  readonly year: number | undefined;
}

const DEFAULT: DocumentSort = '-uploadedAt';
const SORTS: readonly DocumentSort[] = [
  ...(['title', '-title', 'size', '-size', 'uploadedAt', '-uploadedAt'] as const),
];

/** The fields of the address. */
const FIELDS = { search: 'q', sort: 'sort', visibility: 'visible-to', kind: 'kind', year: 'year' } as const;

/** Returns the order that a grid asks for, if the list has it. */
export const documentSortOf = (sort: string | null): DocumentSort => SORTS.find((each) => each === sort) ?? DEFAULT;

function read(fields: URLSearchParams): DocumentListState {
  return {
    search: (fields.get(FIELDS.search) ?? '').trim().slice(0, 200),
    sort: documentSortOf(fields.get(FIELDS.sort)),
    visibility: choiceNamed(visibilities, fields.get(FIELDS.visibility)),
    kind: choiceNamed(WANTED_KINDS, fields.get(FIELDS.kind)),
    year: yearNamed(fields.get(FIELDS.year)),
  };
}

const write = ({ search, sort, visibility, kind, year }: DocumentListState) => ({
  [FIELDS.search]: search,
  [FIELDS.sort]: sort === DEFAULT ? '' : sort,
  [FIELDS.visibility]: visibility ?? '',
  [FIELDS.kind]: kind ?? '',
  [FIELDS.year]: String(year ?? ''),
});

/** Returns what the list shows, and what changes it. */
export const useDocumentListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ search, sort, visibility, kind, year }: DocumentListState): DocumentExportQuery {
  return {
    ...(sort !== DEFAULT && { sort }),
    ...(search !== '' && { search: searchedWords(search) }),
    ...(visibility !== undefined && { visibility }),
    ...(kind !== undefined && { kind: [kind] }),
    ...(year !== undefined && { year }),
  };
}

/** Whether a state asks for all documents. */
export const isAllOf = ({ sort: _, ...filters }: DocumentListState): boolean =>
  Object.values(filters).every((filter) => filter === '' || filter === undefined);
