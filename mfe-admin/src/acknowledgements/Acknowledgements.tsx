import {
  type AcknowledgementExportQuery,
  addressOf,
  type DocumentReaders,
  exportAcknowledgements,
} from '@cytocomm/contract';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { ExportLink, QueryFailure, useOpenedName } from '@cytocomm/portal-api';
import { BackToAccesses, type DocumentPageProps, isNotFound, NoSuchDocument } from '../documents/DocumentPage.tsx';
import { confirmExport } from '../lists/confirm-export.ts';
import { choiceFilter, type ListFilter, searchFilter, sortFilter } from '../lists/list-filters.tsx';
import classes from '../lists/lists.module.css';
import { useListView } from '../lists/ResourceList.tsx';
import { readersIn, useDocumentReaders } from '../readers/ReadersLine.tsx';
import { GivenList, MissingList, useAcknowledgementPages } from './AcknowledgementLists.tsx';

const filters: readonly ListFilter<AcknowledgementExportQuery>[] = [
  searchFilter(
    { label: 'Who', maxLength: 254, placeholder: 'Part of an e-mail or name', hideLabel: false },
    (search) => ({ search }),
  ),
  choiceFilter<'missing' | 'earlier', AcknowledgementExportQuery>(
    'show',
    {
      label: 'Show',
      className: classes.choice,
      all: 'Acknowledged',
      choices: [
        { value: 'missing', label: 'Not yet' },
        { value: 'earlier', label: 'Earlier files' },
      ],
      hideLabel: false,
    },
    (show) => ({ file: show === 'earlier' ? 'earlier' : 'current' }),
    { file: 'current' },
  ),
  sortFilter(['-acknowledgedAt', 'acknowledgedAt']),
];

const LEAD = 'When the file is replaced, everybody is asked again.';

/** Returns how many of a document's readers have acknowledged it, as far as that is known, and what happens when its file is replaced. */
function describeAcknowledged(readers: DocumentReaders | undefined): string {
  if (readers?.role == null || readers.acknowledged === undefined) return LEAD;
  const { acknowledged, people, more, role } = readers;
  if (people === 0) return `It has no readers yet. ${LEAD}`;
  const has = people === 1 ? 'has' : 'have';
  const count = acknowledged.toLocaleString('en-US');
  const sentence = more
    ? `At least ${count} of more than ${readersIn(role, people)} have acknowledged it.`
    : `${count} of ${readersIn(role, people)} ${has} acknowledged it.`;
  return `${sentence} ${LEAD}`;
}

/** Who acknowledged an SOP, when and by what name, and who has not: at an address of its own, with a file of what is shown. */
export function Acknowledgements({ id, place }: DocumentPageProps) {
  const { path } = place;
  const view = useListView(filters);
  const isMissing = view.values.show === 'missing';
  const named = useAcknowledgementPages({ params: { id }, query: { limit: 1 } });
  const readers = useDocumentReaders({ params: { id } });
  const title = named.data?.pages[0]?.title;
  const name = title === undefined ? 'Acknowledgements' : `Acknowledgements of “${title}”`;
  useOpenedName(place, name);
  if (isNotFound(named.error)) return <NoSuchDocument path={path} />;
  const back = <BackToAccesses id={id} path={path} />;
  if (title === undefined && named.error !== undefined)
    return (
      <Panel title={name} actions={back}>
        <QueryFailure
          title="The acknowledgements could not be loaded."
          error={named.error}
          onRetry={() => {
            void named.refetch();
            if (readers.error !== undefined) void readers.refetch();
          }}
          retrying={named.isFetching}
        />
      </Panel>
    );
  // Both at once: a second answer would move what the first one shows.
  if (title === undefined || (readers.data === undefined && !readers.error))
    return (
      <Panel title={name}>
        <TableSkeleton label="Loading acknowledgements" columns={5} rows={4} />
      </Panel>
    );
  return (
    <Panel
      title={name}
      lead={describeAcknowledged(readers.data)}
      actions={
        <>
          {back}
          {isMissing ? null : (
            <ExportLink href={addressOf(exportAcknowledgements, { id }, view.query)} onClick={confirmExport} />
          )}
        </>
      }
    >
      {isMissing ? (
        <MissingList id={id} view={view} hasNoReaders={readers.data?.people === 0} />
      ) : (
        <GivenList id={id} view={view} />
      )}
    </Panel>
  );
}
