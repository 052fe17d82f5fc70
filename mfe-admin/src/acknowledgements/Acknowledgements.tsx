import { addressOf, exportAcknowledgements, type SectionPlace } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { ButtonLink, EmptyState } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { ChoiceField, ExportLink, FilterBar, QueryFailure, SearchField, useOpenedName } from '@cytocomm/portal-api';
import { confirmExport } from '../lists/confirm-export.ts';
import classes from '../lists/lists.module.css';
import { useDocumentReaders } from '../readers/reader-api.ts';
import { useAcknowledgementPages } from './acknowledgement-api.ts';
import { describeAcknowledged } from './acknowledgement-words.ts';
import { GivenList } from './GivenList.tsx';
import { acknowledgementSortOf, queryOf, SHOWN, useAcknowledgementListState } from './list-state.ts';
import { MissingList } from './MissingList.tsx';

/** Properties of {@link Acknowledgements}. */
export interface AcknowledgementsProps {
  /** The id of the document. */
  readonly id: string;
  /** Where all documents are. */
  readonly place: SectionPlace;
}

/** Who acknowledged an SOP, when and by what name, and who has not: at an address of its own, with a file of what is shown. */
export function Acknowledgements({ id, place }: AcknowledgementsProps) {
  const { path } = place;
  const [state, change] = useAcknowledgementListState();
  const query = queryOf(state);
  const named = useAcknowledgementPages({ params: { id }, query: { limit: 1 } });
  const readers = useDocumentReaders({ params: { id } });
  const title = named.data?.pages[0]?.title;
  const name = title === undefined ? 'Acknowledgements' : `Acknowledgements of “${title}”`;
  useOpenedName(place, name);
  if (isApiProblem(named.error) && named.error.status === 404)
    return (
      <EmptyState title="There is no such document." action={<ButtonLink to={path}>All documents</ButtonLink>}>
        It may have been deleted: the bin keeps it for 30 days.
      </EmptyState>
    );
  const back = (
    <ButtonLink variant="secondary" size="small" icon="chevron-left" to={`${path}/${id}/accesses`}>
      Accesses
    </ButtonLink>
  );
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
  // Shown at once: what each answer adds by itself would move the rest.
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
          {state.show === 'missing' ? null : (
            <ExportLink href={addressOf(exportAcknowledgements, { id }, query)} onClick={confirmExport} />
          )}
        </>
      }
    >
      <FilterBar>
        {state.show === 'missing' ? null : (
          <SearchField
            label="Who"
            byWords
            maxLength={254}
            placeholder="Part of an e-mail or name"
            value={state.search}
            onSearch={(search) => change({ search })}
          />
        )}
        <ChoiceField
          label="Show"
          className={classes.choice}
          value={state.show}
          all="Acknowledged"
          choices={SHOWN}
          onChange={(show) => change({ show })}
        />
      </FilterBar>
      {state.show === 'missing' ? (
        <MissingList id={id} isForNobody={readers.data?.people === 0} />
      ) : (
        <GivenList
          id={id}
          query={query}
          sort={state.sort}
          onSort={(sort) => change({ sort: acknowledgementSortOf(sort) })}
        />
      )}
    </Panel>
  );
}
