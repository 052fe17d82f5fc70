import type { StoredDocument } from '@cytocomm/contract';
import { ButtonLink, Icon } from '@cytocomm/kit';
import { describeBytes } from '@cytocomm/kit/dashboard';
import { PublishedTime } from '@cytocomm/portal-api';
import { useId } from 'react';
import { ContentHash } from './ContentHash.tsx';
import classes from './reports.module.css';

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
