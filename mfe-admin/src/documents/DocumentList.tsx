import type { DocumentExportQuery, DocumentSort } from '@cytocomm/contract';
import { EmptyState } from '@cytocomm/kit';
import { TableSkeleton } from '@cytocomm/kit/dashboard';
import { WANTED_KINDS, YearField, yearNamed } from '@cytocomm/portal-api';
import type { ReactNode } from 'react';
import { choiceFilter, type ListFilter, searchFilter, sortFilter } from '../lists/list-filters.tsx';
import { type ListView, ResourceList } from '../lists/ResourceList.tsx';
import { DocumentBulk } from './DocumentBulk.tsx';
import { columnsOf } from './DocumentTable.tsx';
import { useDocumentPages } from './document-api.ts';
import { visibilities } from './visibility.ts';

/** The filters of the list of documents. */
export const filters: readonly ListFilter<DocumentExportQuery>[] = [
  searchFilter(
    { label: 'Search documents', maxLength: 200, placeholder: 'Part of a title or file name' },
    (search) => ({ search }),
  ),
  choiceFilter(
    'visible-to',
    { label: 'Visibility of documents', all: 'All readers', choices: visibilities },
    (visibility) => ({ visibility }),
  ),
  choiceFilter('kind', { label: 'Kind of documents', all: 'All kinds', choices: WANTED_KINDS }, (kind) => ({
    kind: [kind],
  })),
  {
    field: 'year',
    read: (text) => String(yearNamed(text) ?? ''),
    query: (value) => (value === '' ? {} : { year: Number(value) }),
    render: (value, onChange) => (
      <YearField
        label="Fiscal year of documents"
        hideLabel
        value={yearNamed(value)}
        all="All years"
        onChange={(year) => onChange(String(year ?? ''))}
      />
    ),
  },
  sortFilter<DocumentSort>(['-uploadedAt', 'uploadedAt', 'title', '-title', 'size', '-size']),
];

interface DocumentListProps {
  readonly view: ListView<DocumentExportQuery>;
  /** The address of the tool. */
  readonly path: string;
  /** What to do when there are no documents. */
  readonly firstStep: ReactNode;
}

/** Everything that was uploaded: searched, filtered and sorted by the server, page after page. */
export function DocumentList({ view, path, firstStep }: DocumentListProps) {
  return (
    <ResourceList
      view={view}
      query={useDocumentPages(view.pageQuery)}
      pending={<TableSkeleton label="Loading documents" columns={6} />}
      failed="The documents could not be loaded."
      failedLater="More documents could not be loaded."
      caption="Uploaded documents"
      columns={columnsOf(path)}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      nothing={<EmptyState title="No documents yet.">{firstStep}</EmptyState>}
      empty="No documents found."
      viewKey="documents"
      bulk={(selection) => <DocumentBulk {...selection} />}
    />
  );
}
