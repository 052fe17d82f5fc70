import type { StoredDocument } from '@cytocomm/contract';
import { Button, ButtonLink, Icon, toast, VisuallyHidden } from '@cytocomm/kit';
import { DataGrid, type DataGridProps, describeBytes, type GridColumn } from '@cytocomm/kit/dashboard';
import { kindLabel, PublishedTime } from '@cytocomm/portal-api';
import { useId } from 'react';
import classes from './reports.module.css';

/** The SHA-256 of a file, to compare a download with: shown short, copied whole. */
function ContentHash({ sha256, of }: { readonly sha256: string; readonly of: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sha256);
      toast.success('SHA-256 copied');
    } catch {
      toast.error(`The browser did not allow copying. SHA-256: ${sha256}`);
    }
  };
  return (
    <p className={classes.hash}>
      <span>SHA-256</span>
      <code title={sha256}>{sha256.slice(0, 12)}…</code>
      <Button
        variant="quiet"
        size="small"
        icon="copy"
        aria-label={`Copy SHA-256 of ${of}`}
        onClick={() => void copy()}
      />
    </p>
  );
}

/** One report: its name, what is known of the file, and the two ways to it. */
export function ReportCard({ report }: { readonly report: StoredDocument }) {
  const nameId = useId();
  return (
    <li className={classes.card}>
      <Icon name="document" className={classes.mark} />
      <div>
        <h4 id={nameId} className={classes.name}>
          {report.title}
        </h4>
        <p className={classes.meta}>{report.name}</p>
      </div>
      <div className={classes.meta}>
        {report.year === undefined ? null : <p>Fiscal year {report.year}</p>}
        <p>
          PDF, {describeBytes(report.size)} · <PublishedTime document={report} />
        </p>
      </div>
      <div className={classes.links}>
        <ButtonLink
          href={report.url}
          target="_blank"
          size="small"
          variant="secondary"
          icon="eye"
          aria-describedby={nameId}
        >
          View PDF
        </ButtonLink>
        <ButtonLink
          href={`${report.url}?download=1`}
          download
          size="small"
          variant="quiet"
          icon="download"
          aria-describedby={nameId}
        >
          Download PDF
        </ButtonLink>
      </div>
      <ContentHash sha256={report.sha256} of={report.title} />
    </li>
  );
}

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
