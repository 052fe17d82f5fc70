import { type AcknowledgementExportQuery, searchedWords } from '@cytocomm/contract';
import { type Choice, choiceNamed, useListState } from '@cytocomm/portal-api';

type Sort = NonNullable<AcknowledgementExportQuery['sort']>;

/** Who is shown besides those who acknowledged the current file. */
type Shown = 'missing' | 'earlier';

/** Who is shown, as the address holds it. */
export interface AcknowledgementListState {
  readonly search: string;
  /** Undefined: those who acknowledged the current file. */
  readonly show: Shown | undefined;
  readonly sort: Sort;
}

const NEWEST: Sort = '-acknowledgedAt';

/** Who can be shown besides those who acknowledged the current file. */
export const SHOWN: readonly Choice<Shown>[] = [
  { value: 'missing', label: 'Not yet' },
  { value: 'earlier', label: 'Earlier files' },
];

/** Returns the order that a grid asks for, if the list has it. */
export const acknowledgementSortOf = (sort: string | null): Sort =>
  sort === 'acknowledgedAt' ? 'acknowledgedAt' : NEWEST;

const read = (fields: URLSearchParams): AcknowledgementListState => ({
  search: (fields.get('q') ?? '').trim().slice(0, 254),
  show: choiceNamed(SHOWN, fields.get('show')),
  sort: acknowledgementSortOf(fields.get('sort')),
});

const write = ({ search, show, sort }: AcknowledgementListState) => ({
  q: search,
  show: show ?? '',
  sort: sort === NEWEST ? '' : sort,
});

/** Returns who is shown, and what changes it. */
export const useAcknowledgementListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ search, show, sort }: AcknowledgementListState): AcknowledgementExportQuery {
  return {
    file: show === 'earlier' ? 'earlier' : 'current',
    ...(search !== '' && { search: searchedWords(search) }),
    ...(sort !== NEWEST && { sort }),
  };
}
