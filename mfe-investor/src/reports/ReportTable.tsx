import type { StoredDocument } from '@cytocomm/contract';
import { ButtonLink, VisuallyHidden } from '@cytocomm/kit';
import { DataGrid, type DataGridProps, describeBytes, type GridColumn } from '@cytocomm/kit/dashboard';
import { kindLabel, PublishedTime } from '@cytocomm/portal-api';
import classes from './reports.module.css';

const columns: readonly GridColumn<StoredDocument>[] = [
  {
    key: 'title',
    header: 'Title',
    rowHeader: true,
    sortable: true,
    width: 260,
    grow: 3,
    cell: ({ title, url }) => (
      <a href={url} target="_blank" rel="noopener">
        {title}
      </a>
    ),
  },
  { key: 'kind', header: 'Kind', grow: 0, width: 150, cell: ({ kind }) => kindLabel(kind) },
  {
    key: 'year',
    header: 'Year',
    grow: 0,
    width: 90,
    cell: ({ year }) => (year === undefined ? null : <span className="tabular">{year}</span>),
  },
  {
    key: 'size',
    header: 'Size',
    numeric: true,
    folded: true,
    grow: 0,
    width: 100,
    cell: ({ size }) => <span className="tabular">{describeBytes(size)}</span>,
  },
  {
    key: 'uploadedAt',
    header: 'Published',
    sortable: 'time',
    width: 140,
    cell: (report) => <PublishedTime document={report} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    actions: true,
    grow: 0,
    width: 90,
    cell: ({ title, url }) => (
      <ButtonLink
        href={`${url}?download=1`}
        download
        variant="quiet"
        size="small"
        icon="download"
        aria-label={`Download ${title}`}
      >
        <VisuallyHidden>Download</VisuallyHidden>
      </ButtonLink>
    ),
  },
];

/** Properties of {@link ReportTable}. */
export interface ReportTableProps extends Pick<DataGridProps<StoredDocument>, 'sort' | 'onSort' | 'busy'> {
  readonly reports: readonly StoredDocument[];
}

/** Reports of all kinds, with a way to read and to keep each one. */
export function ReportTable({ reports, ...grid }: ReportTableProps) {
  return (
    <DataGrid
      {...grid}
      caption="All reports"
      columns={columns}
      rows={reports}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      empty={<p className={classes.none}>No reports found.</p>}
      viewKey="reports"
    />
  );
}
