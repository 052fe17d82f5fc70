import type { AdminPressRelease, PressReleaseExportQuery, PressReleaseSort } from '@cytocomm/contract';
import { ButtonLink, EmptyState, Notice } from '@cytocomm/kit';
import { TableSkeleton } from '@cytocomm/kit/dashboard';
import { BulkBar, DeleteChosen, problemMessage, useEach } from '@cytocomm/portal-api';
import { useState } from 'react';
import { choiceFilter, type ListFilter, searchFilter, sortFilter } from '../lists/list-filters.tsx';
import lists from '../lists/lists.module.css';
import { type ListView, ResourceList, type Selection } from '../lists/ResourceList.tsx';
import { columnsOf } from './PressReleaseTable.tsx';
import { useDeletePressRelease, usePressReleasePages } from './press-release-api.ts';
import { pressReleaseName } from './press-release-draft.ts';
import { unsavedTexts } from './unsaved-text.ts';

const STATUSES = [
  { value: 'draft', label: 'Drafts' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
] as const;
const ASKED = { value: 'asked', label: 'Waiting for approval' } as const;

const SORTS: readonly PressReleaseSort[] = [
  ...(['-updatedAt', 'updatedAt', 'title', '-title', 'date', '-date', 'author', '-author'] as const),
];

/** Returns the filters of the list; only where a second person approves, one finds what waits for that. */
const filtersOf = (hasApproval: boolean): readonly ListFilter<PressReleaseExportQuery>[] => [
  searchFilter(
    { label: 'Search press releases', maxLength: 200, placeholder: 'Part of a title or author' },
    (search) => ({ search }),
  ),
  choiceFilter<(typeof STATUSES)[number]['value'] | 'asked', PressReleaseExportQuery>(
    'status',
    {
      label: 'Status of press releases',
      all: 'All states',
      choices: [...STATUSES, ...(hasApproval ? [ASKED] : [])],
    },
    (status) => (status === 'asked' ? { approval: status } : { status }),
  ),
  { ...sortFilter(SORTS), query: (sort) => ({ sort: SORTS.find((each) => each === sort) ?? '-updatedAt' }) },
];

/** The filters of the list of press releases. */
export const filters = filtersOf(true);

/** What is done to all press releases that are chosen. One that was changed since it was seen is not deleted. */
function PressReleaseBulk({ chosen, selected, onSelect }: Selection<AdminPressRelease>) {
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

interface PressReleaseListProps {
  /** The address of the tool. */
  readonly path: string;
  readonly view: ListView<PressReleaseExportQuery>;
}

/** All press releases: searched, filtered and sorted by the server, page after page. */
export function PressReleaseList({ path, view }: PressReleaseListProps) {
  const query = usePressReleasePages({ query: view.pageQuery });
  const hasApproval = query.data?.pages.some(({ items }) => items.some(({ approval }) => approval !== undefined));
  return (
    <>
      <div className={lists.told}>
        <UnsavedTexts path={path} />
      </div>
      <ResourceList
        view={hasApproval || view.values.status === 'asked' ? view : { ...view, filters: filtersOf(false) }}
        query={query}
        pending={<TableSkeleton label="Loading press releases" columns={5} rows={4} />}
        failed="The press releases could not be loaded."
        failedLater="More press releases could not be loaded."
        caption="Press releases"
        columns={columnsOf(path)}
        rowKey={({ id }) => id}
        rowName={pressReleaseName}
        nothing={<EmptyState title="No press releases yet.">Write the first one with New release.</EmptyState>}
        empty="No press releases found."
        viewKey="press-releases"
        bulk={(selection) => <PressReleaseBulk {...selection} />}
      />
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
