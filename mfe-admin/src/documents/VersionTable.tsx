import { addressOf, type DocumentVersion, readDocumentVersion } from '@cytocomm/contract';
import { Button, ButtonLink, ExactTime, Tag, toast, VisuallyHidden } from '@cytocomm/kit';
import { DataGrid, DeleteButton, describeBytes, EmailWords, type GridColumn } from '@cytocomm/kit/dashboard';
import { problemMessage } from '@cytocomm/portal-api';
import classes from './documents.module.css';
import { useDeleteVersion } from './version-api.ts';

/** Properties of {@link DeleteVersion}. */
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

/** Properties of {@link VersionTable}. */
export interface VersionTableProps {
  /** The id of the document. */
  readonly id: string;
  readonly versions: readonly DocumentVersion[];
  readonly busy: boolean;
  readonly onMakeCurrent: (version: DocumentVersion) => void;
}

type ColumnsProps = Pick<VersionTableProps, 'id' | 'busy' | 'onMakeCurrent'>;

const columnsOf = ({ id, busy, onMakeCurrent }: ColumnsProps): readonly GridColumn<DocumentVersion>[] => [
  {
    key: 'number',
    header: 'Version',
    rowHeader: true,
    grow: 2,
    width: 200,
    cell: ({ number, name, isCurrent }) => (
      <span className={classes.title}>
        <span>
          Version {number} {isCurrent ? <Tag tone="teal">Current</Tag> : null}
        </span>
        <span className={classes.meta}>{name}</span>
      </span>
    ),
  },
  {
    key: 'uploaded',
    header: 'Uploaded',
    width: 260,
    cell: ({ uploadedAt, uploadedBy }) => (
      <span className={classes.title}>
        <ExactTime date={uploadedAt} />
        {uploadedBy === '' ? null : (
          <span className={classes.meta}>
            by <EmailWords email={uploadedBy} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'size',
    header: 'Size',
    numeric: true,
    folded: true,
    grow: 0,
    width: 110,
    cell: ({ size }) => <span className="tabular">{describeBytes(size)}</span>,
  },
  {
    key: 'kept',
    header: 'Kept until',
    width: 240,
    cell: ({ keptUntil }) => (keptUntil === null ? 'while current' : <ExactTime date={keptUntil} />),
  },
  {
    key: 'actions',
    header: 'Actions',
    actions: true,
    grow: 0,
    width: 250,
    cell: (version) => (
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
    ),
  },
];

/** The files that a document has and had. */
export function VersionTable({ versions, ...columns }: VersionTableProps) {
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
