import { addressOf, type DocumentVersion, RETENTION, readDocumentVersion } from '@cytocomm/contract';
import { Button, ButtonLink, ExactTime, Tag, toast, VisuallyHidden } from '@cytocomm/kit';
import {
  DataGrid,
  DeleteButton,
  describeBytes,
  EmailWords,
  type GridColumn,
  Panel,
  TableSkeleton,
} from '@cytocomm/kit/dashboard';
import { BackToList, problemMessage, useOpenedName } from '@cytocomm/portal-api';
import { Loaded } from '../lists/Loaded.tsx';
import { column } from '../lists/ResourceList.tsx';
import { type DocumentPageProps, isNotFound, NoSuchDocument } from './DocumentPage.tsx';
import { useDeleteVersion, useDocumentVersions, useMakeCurrent } from './document-api.ts';
import classes from './documents.module.css';
import { ReplaceForm } from './ReplaceForm.tsx';

interface DeleteVersionProps {
  /** The id of the document. */
  readonly id: string;
  /** Not the current one. */
  readonly version: DocumentVersion;
}

/** Deletes an earlier file of a document for good, after asking. */
function DeleteVersion({ id, version: { number, name } }: DeleteVersionProps) {
  const [deleteVersion] = useDeleteVersion();

  const onDelete = async () => {
    const { error } = await deleteVersion({ params: { id, number: String(number) } });
    if (error) toast.error(`Version ${number} was not deleted. ${problemMessage(error)}`);
    else toast.success(`Version ${number} is deleted for good`);
  };

  return (
    <DeleteButton
      name={`version ${number} for good`}
      question={`Delete version ${number} for good?`}
      confirmLabel="Delete for good"
      iconOnly
      onDelete={onDelete}
    >
      “{name}” cannot come back after this. The current file and the link stay as they are.
    </DeleteButton>
  );
}

interface VersionTableProps {
  /** The id of the document. */
  readonly id: string;
  readonly versions: readonly DocumentVersion[];
  readonly busy: boolean;
  readonly onMakeCurrent: (version: DocumentVersion) => void;
}

type ColumnsProps = Pick<VersionTableProps, 'id' | 'busy' | 'onMakeCurrent'>;

const columnsOf = ({ id, busy, onMakeCurrent }: ColumnsProps): readonly GridColumn<DocumentVersion>[] => [
  column('number', 'Version', { rowHeader: true, grow: 2, width: 200 }, ({ number, name, isCurrent }) => (
    <span className={classes.title}>
      <span>
        Version {number} {isCurrent ? <Tag tone="teal">Current</Tag> : null}
      </span>
      <span className={classes.meta}>{name}</span>
    </span>
  )),
  column('uploaded', 'Uploaded', { width: 260 }, ({ uploadedAt, uploadedBy }) => (
    <span className={classes.title}>
      <ExactTime date={uploadedAt} />
      {uploadedBy === '' ? null : (
        <span className={classes.meta}>
          by <EmailWords email={uploadedBy} />
        </span>
      )}
    </span>
  )),
  column('size', 'Size', { numeric: true, folded: true, grow: 0, width: 110 }, ({ size }) => (
    <span className="tabular">{describeBytes(size)}</span>
  )),
  column('kept', 'Kept until', { width: 240 }, ({ keptUntil }) =>
    keptUntil === null ? 'while current' : <ExactTime date={keptUntil} />,
  ),
  column('actions', 'Actions', { actions: true, grow: 0, width: 250 }, (version) => (
    <span className={classes.rowActions}>
      <ButtonLink
        variant="quiet"
        size="small"
        icon="download"
        aria-label={`Download version ${version.number}`}
        href={addressOf(readDocumentVersion, { id, number: String(version.number) }, { download: '1' })}
      >
        <VisuallyHidden>Download</VisuallyHidden>
      </ButtonLink>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Make current: version ${version.number}`}
        // Not disabled: it had the focus when its version became the current one.
        aria-disabled={version.isCurrent || undefined}
        busy={busy && !version.isCurrent}
        onClick={() => onMakeCurrent(version)}
      >
        Make current
      </Button>
      {version.isCurrent ? null : <DeleteVersion id={id} version={version} />}
    </span>
  )),
];

/** The files that a document has and had. */
function VersionTable({ versions, ...columns }: VersionTableProps) {
  return (
    <DataGrid
      caption="Versions"
      columns={columnsOf(columns)}
      rows={versions}
      rowKey={({ number }) => String(number)}
      viewKey="document-versions"
    />
  );
}

const LEAD = `The link stays the same, and readers get the current file alone. An earlier one is kept for ${RETENTION.documentVersionDays} days.`;

/** Replaces the file of a document, and lists those that it had: at an address of its own. */
export function Versions({ id, place }: DocumentPageProps) {
  const { path } = place;
  const query = useDocumentVersions({ params: { id } });
  const { data, error } = query;
  const { makeCurrent, tellReplaced, isLoading } = useMakeCurrent();
  const name = data === undefined ? 'Replace file' : `Replace file of “${data.title}”`;
  useOpenedName(place, name);
  if (isNotFound(error)) return <NoSuchDocument path={path} />;
  const current = data?.items.find(({ isCurrent }) => isCurrent);

  const onMakeCurrent = async ({ number, isCurrent }: DocumentVersion) => {
    if (current === undefined || isCurrent) return;
    const after = await makeCurrent({ id, number, sha256: current.sha256 });
    if (after) tellReplaced(`Version ${number} is the current one.`, after, current.number);
  };

  return (
    <Panel title={name} lead={LEAD} actions={<BackToList path={path}>All documents</BackToList>}>
      <Loaded
        query={query}
        pending={<TableSkeleton label="Loading versions" columns={4} rows={3} />}
        failed="The versions could not be loaded."
      >
        {(versions) => (
          <>
            {current && <ReplaceForm key={id} id={id} versions={versions} current={current} />}
            <VersionTable
              id={id}
              versions={versions.items}
              busy={isLoading}
              onMakeCurrent={(version) => void onMakeCurrent(version)}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
