import type { StoredDocument } from '@cytocomm/contract';
import { Button, ButtonLink, Icon, toast } from '@cytocomm/kit';
import { describeBytes } from '@cytocomm/kit/dashboard';
import { PublishedTime } from '@cytocomm/portal-api';
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
