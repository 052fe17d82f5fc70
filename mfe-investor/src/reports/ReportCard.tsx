import { ButtonLink, Icon, RelativeTime } from '@cytocomm/kit';
import { describeBytes } from '@cytocomm/kit/dashboard';
import { useId } from 'react';
import { ContentHash } from './ContentHash.tsx';
import type { Report } from './report-api.ts';
import classes from './reports.module.css';

/** One report: its name, what is known of the file, and the two ways to it. */
export function ReportCard({ report }: { readonly report: Report }) {
  const nameId = useId();
  const name = report.title ?? report.name;
  return (
    <li className={classes.card}>
      <Icon name="document" className={classes.mark} />
      <h4 id={nameId} className={classes.name}>
        {name}
      </h4>
      <p className={classes.meta}>
        {report.size === undefined ? 'PDF' : `PDF, ${describeBytes(report.size)}`}
        {report.uploadedAt ? (
          <>
            {' · '}
            <RelativeTime date={report.uploadedAt} />
          </>
        ) : null}
      </p>
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
          href={downloadAddress(report.url)}
          download
          size="small"
          variant="quiet"
          icon="download"
          aria-describedby={nameId}
        >
          Download PDF
        </ButtonLink>
      </div>
      {report.sha256 ? <ContentHash sha256={report.sha256} of={name} /> : null}
    </li>
  );
}

/** The address that answers with the file under its proper name. */
function downloadAddress(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}download=1`;
}
