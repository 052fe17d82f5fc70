import {
  type AdminPressRelease,
  type PressReleaseExportQuery,
  type PressReleaseSort,
  type PressReleaseStatus,
  searchedWords,
} from '@cytocomm/contract';
import { ButtonLink, EmptyState, Notice } from '@cytocomm/kit';
import { TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import {
  BulkBar,
  type BulkBarProps,
  type Choice,
  ChoiceField,
  choiceNamed,
  DeleteChosen,
  FilterBar,
  GridPages,
  problemMessage,
  SearchField,
  useChosen,
  useEach,
  useListState,
} from '@cytocomm/portal-api';
import { useState } from 'react';
import lists from '../lists/lists.module.css';
import { PressReleaseTable } from './PressReleaseTable.tsx';
import { useDeletePressRelease, usePressReleasePages } from './press-release-api.ts';
import { pressReleaseName } from './press-release-draft.ts';
import { unsavedTexts } from './unsaved-text.ts';

/** How far the releases of a list have come. */
type ListedStatus = PressReleaseStatus | 'asked';

/** What the list of press releases shows, as the address holds it. */
interface PressReleaseListState {
  readonly search: string;
  readonly sort: PressReleaseSort;
  /** `asked`: those that wait for approval. */
  readonly status: ListedStatus | undefined;
}

const DEFAULT: PressReleaseSort = '-updatedAt';
const SORTS: readonly PressReleaseSort[] = [
  ...(['title', '-title', 'date', '-date', 'author', '-author', 'updatedAt', '-updatedAt'] as const),
];

/** How far a release can have come, in the order of the list. */
const STATUSES: readonly Choice<ListedStatus>[] = [
  { value: 'draft', label: 'Drafts' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
  { value: 'asked', label: 'Waiting for approval' },
];

/** Returns the order that a grid asks for, if the list has it. */
const pressReleaseSortOf = (sort: string | null): PressReleaseSort => SORTS.find((each) => each === sort) ?? DEFAULT;

function read(fields: URLSearchParams): PressReleaseListState {
  return {
    search: (fields.get('q') ?? '').trim().slice(0, 200),
    sort: pressReleaseSortOf(fields.get('sort')),
    status: choiceNamed(STATUSES, fields.get('status')),
  };
}

const write = ({ search, sort, status }: PressReleaseListState) => ({
  q: search,
  sort: sort === DEFAULT ? '' : sort,
  status: status ?? '',
});

/** Returns the state of the list and the function that changes it. */
export const usePressReleaseListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ search, sort, status }: PressReleaseListState): PressReleaseExportQuery {
  const narrowed = status === 'asked' ? { approval: status } : status !== undefined && { status };
  return { sort, ...(search !== '' && { search: searchedWords(search) }), ...narrowed };
}

interface PressReleaseFiltersProps {
  readonly state: PressReleaseListState;
  /** A second person approves here. */
  readonly hasApproval: boolean;
  readonly onChange: (changed: Partial<PressReleaseListState>) => void;
}

/** The search field and the filter of the list. */
function PressReleaseFilters({ state, hasApproval, onChange }: PressReleaseFiltersProps) {
  const states = STATUSES.filter(({ value }) => value !== 'asked' || hasApproval || state.status === 'asked');
  return (
    <FilterBar>
      <SearchField
        byWords
        label="Search press releases"
        hideLabel
        maxLength={200}
        placeholder="Part of a title or author"
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <ChoiceField
        label="Status of press releases"
        hideLabel
        value={state.status}
        all="All states"
        choices={states}
        onChange={(status) => onChange({ status })}
      />
    </FilterBar>
  );
}

interface PressReleaseBulkProps extends Pick<BulkBarProps, 'selected' | 'onSelect'> {
  /** The releases that are chosen, by their ids, as the list shows them. */
  readonly chosen: ReadonlyMap<string, AdminPressRelease>;
}

/** What is done to all press releases that are chosen. One that was changed since it was seen is not deleted. */
function PressReleaseBulk({ chosen, selected, onSelect }: PressReleaseBulkProps) {
  const [deletePressRelease] = useDeletePressRelease();
  const { run, ...each } = useEach(problemMessage);
  return (
    <BulkBar label="Selected press releases" selected={selected} onSelect={onSelect} each={each}>
      {(state) => (
        <DeleteChosen
          {...state}
          kind="press-release"
          one="press release"
          several="press releases"
          chosen={chosen}
          nameOf={pressReleaseName}
          remove={(id, release) => deletePressRelease({ params: { id }, headers: { 'if-match': release?.etag ?? '' } })}
          run={run}
          onSelect={onSelect}
        >
          They disappear from the site, the feed and all dashboards. You can take this back within 30 days; mails that
          left cannot be called back.
        </DeleteChosen>
      )}
    </BulkBar>
  );
}

const PAGE_SIZE = 25;

interface PressReleaseListProps {
  /** The address of the tool. */
  readonly path: string;
  readonly state: PressReleaseListState;
  readonly onChange: (changed: Partial<PressReleaseListState>) => void;
}

const keyOf = ({ id }: AdminPressRelease) => id;

/** All press releases: searched, filtered and sorted by the server, page after page. */
export function PressReleaseList({ path, state, onChange }: PressReleaseListProps) {
  const query = usePressReleasePages({ query: { limit: useRowsAtOnce(PAGE_SIZE), ...queryOf(state) } });
  const all = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const { chosen, selected, select } = useChosen(query, keyOf);
  const hasApproval = all.some(({ approval }) => approval !== undefined);
  const isAll = state.search === '' && state.status === undefined;
  return (
    <>
      <div className={lists.told}>
        <UnsavedTexts path={path} />
      </div>
      <PressReleaseFilters state={state} hasApproval={hasApproval} onChange={onChange} />
      <PressReleaseBulk chosen={chosen} selected={selected} onSelect={select} />
      <GridPages
        query={query}
        pending={<TableSkeleton label="Loading press releases" columns={5} rows={4} />}
        failed="The press releases could not be loaded."
        failedLater="More press releases could not be loaded."
      >
        {(releases, busy) =>
          releases.length === 0 && isAll && !busy ? (
            <EmptyState title="No press releases yet.">Write the first one with New release.</EmptyState>
          ) : (
            <PressReleaseTable
              releases={releases}
              path={path}
              sort={state.sort}
              onSort={(sort) => onChange({ sort: pressReleaseSortOf(sort) })}
              selected={selected}
              onSelect={select}
              busy={busy}
            />
          )
        }
      </GridPages>
    </>
  );
}

/** The person's texts in this browser that did not reach the server, each with a link to it. */
function UnsavedTexts({ path }: { readonly path: string }) {
  const [texts] = useState(unsavedTexts);
  return texts.map(({ key, id, draft }) => (
    <Notice key={key} tone="warning" title={`“${draft.title.trim() || 'Untitled'}” did not reach the portal.`}>
      <ButtonLink variant="secondary" size="small" to={id === null ? `${path}/new` : `${path}/${id}/edit`}>
        Open it
      </ButtonLink>
    </Notice>
  ));
}
