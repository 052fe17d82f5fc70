import { type DocumentVersion, RETENTION, type SectionPlace } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { ButtonLink, EmptyState } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { BackToList, QueryFailure, useOpenedName } from '@cytocomm/portal-api';
import { ReplaceForm } from './ReplaceForm.tsx';
import { useMakeCurrent } from './use-make-current.ts';
import { VersionTable } from './VersionTable.tsx';
import { useDocumentVersions } from './version-api.ts';

/** Properties of {@link Versions}. */
export interface VersionsProps {
  /** The id of the document. */
  readonly id: string;
  /** Where all documents are. */
  readonly place: SectionPlace;
}

const LEAD = `The link stays the same, and readers get the current file alone. An earlier one is kept for ${RETENTION.documentVersionDays} days.`;

/** Replaces the file of a document, and lists those that it had: at an address of its own. */
export function Versions({ id, place }: VersionsProps) {
  const { path } = place;
  const { data, error, isFetching, refetch } = useDocumentVersions({ params: { id } });
  const { makeCurrent, tellReplaced, isLoading } = useMakeCurrent();
  const name = data === undefined ? 'Replace file' : `Replace file of “${data.title}”`;
  useOpenedName(place, name);
  if (isApiProblem(error) && error.status === 404)
    return (
      <EmptyState title="There is no such document." action={<ButtonLink to={path}>All documents</ButtonLink>}>
        It may have been deleted: the bin keeps it for {RETENTION.binDays} days.
      </EmptyState>
    );
  const current = data?.items.find(({ isCurrent }) => isCurrent);

  const onMakeCurrent = async ({ number, isCurrent }: DocumentVersion) => {
    if (current === undefined || isCurrent) return;
    const after = await makeCurrent({ id, number, sha256: current.sha256 });
    if (after) tellReplaced(`Version ${number} is the current one.`, after, current.number);
  };

  return (
    <Panel title={name} lead={LEAD} actions={<BackToList path={path}>All documents</BackToList>}>
      {data !== undefined && current !== undefined ? (
        <>
          <ReplaceForm key={id} id={id} versions={data} current={current} />
          <VersionTable
            id={id}
            versions={data.items}
            busy={isLoading}
            onMakeCurrent={(version) => void onMakeCurrent(version)}
          />
        </>
      ) : error === undefined ? (
        <TableSkeleton label="Loading versions" columns={4} rows={3} />
      ) : (
        <QueryFailure
          title="The versions could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </Panel>
  );
}
