import type { StoredDocument } from '@cytocomm/contract';
import {
  Button,
  ButtonLink,
  CalendarDate,
  type DataColumn,
  DataTable,
  type DataTableProps,
  LocalDate,
} from '@cytocomm/kit';
import { describeBytes } from '@cytocomm/kit/dashboard';
import { kindLabel, PublishedTime } from '@cytocomm/portal-api';
import { useId } from 'react';
import readStyles from '../acknowledgements/acknowledgements.module.css';
import classes from './documents.module.css';

/** Properties of {@link ReadState}. */
interface ReadStateProps {
  readonly document: StoredDocument;
  /** In a preview nothing can be confirmed. */
  readonly preview: boolean;
  /** Called with the document as the person saw it. */
  readonly onConfirm: (document: StoredDocument) => void;
}

/** When the person confirmed to have read a document as it is now, or what confirms it. */
function ReadState({ document, preview, onConfirm }: ReadStateProps) {
  const { title, opened, acknowledgedAt, acknowledgedRevision } = document;
  const hintId = useId();
  const hint = preview ? 'Not in a preview.' : opened ? undefined : 'Open it first.';
  const isLocked = hint !== undefined;
  if (opened === undefined) return '–';
  return (
    <div className={readStyles.state}>
      {acknowledgedAt === undefined ? (
        <>
          <Button
            variant="secondary"
            size="small"
            aria-disabled={isLocked}
            aria-label={`I have read it: ${title}`}
            aria-describedby={hint && hintId}
            onClick={() => !isLocked && onConfirm(document)}
          >
            I have read it
          </Button>
          {hint === undefined ? null : (
            <span id={hintId} className={readStyles.note}>
              {hint}
            </span>
          )}
        </>
      ) : (
        <span>
          Read on <LocalDate date={acknowledgedAt} className={readStyles.day} />
          {acknowledgedRevision === undefined ? null : ` (revision ${acknowledgedRevision})`}
        </span>
      )}
    </div>
  );
}

/** What the columns need besides the documents. */
type ColumnContext = Pick<DocumentTableProps, 'onOpen' | 'onConfirm' | 'preview'>;

const columnsFor = ({ onOpen, onConfirm, preview }: ColumnContext): readonly DataColumn<StoredDocument>[] => [
  {
    key: 'title',
    header: 'Document',
    rowHeader: true,
    cell: (document) => (
      <a href={document.url} target="_blank" rel="noopener" onClick={onOpen} onAuxClick={onOpen}>
        {document.title}
      </a>
    ),
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => kindLabel(kind) || '–' },
  { key: 'revision', header: 'Revision', cell: ({ revision = '–' }) => revision },
  {
    key: 'validFrom',
    header: 'Valid from',
    cell: ({ validFrom }) =>
      validFrom === undefined ? '–' : <CalendarDate date={validFrom} className={classes.time} />,
  },
  { key: 'size', header: 'Size', kind: 'number', cell: ({ size }) => describeBytes(size) },
  {
    key: 'uploadedAt',
    header: 'Published',
    cell: (document) => <PublishedTime document={document} className={classes.time} />,
  },
  {
    key: 'read',
    header: 'Read',
    cell: (document) => <ReadState document={document} preview={preview} onConfirm={onConfirm} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (document) => (
      <ButtonLink
        href={`${document.url}?download=1`}
        onClick={onOpen}
        download
        variant="quiet"
        size="small"
        icon="download"
        aria-label={`Download ${document.title}`}
        className={classes.download}
      >
        Download
      </ButtonLink>
    ),
  },
];

/** Properties of {@link DocumentTable}. */
export interface DocumentTableProps extends Pick<DataTableProps<StoredDocument>, 'busy'> {
  readonly documents: readonly StoredDocument[];
  /** Called when a document is opened or saved. */
  readonly onOpen: () => void;
  /** Called when a person wants to confirm that they have read a document. */
  readonly onConfirm: (document: StoredDocument) => void;
  /** Shown to an admin who previews the role. */
  readonly preview: boolean;
}

/** Documents with a way to read and to keep each one, and to confirm that one has read it. */
export function DocumentTable({ documents, onOpen, onConfirm, preview, ...table }: DocumentTableProps) {
  return (
    <div className={classes.place}>
      <DataTable
        {...table}
        caption="Notes and SOPs"
        columns={columnsFor({ onOpen, onConfirm, preview })}
        rows={documents}
        rowKey={({ id }) => id}
        empty="No documents found."
        className={classes.table}
      />
    </div>
  );
}
