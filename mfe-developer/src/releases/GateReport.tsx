import {
  type GateCheck,
  type GateReport,
  listReleases,
  listRemoteReleases,
  type ReleaseItem,
  readRelease,
} from '@cytocomm/contract';
import { Button, Dialog, Notice, Tag, type TagProps } from '@cytocomm/kit';
import { TableSkeleton } from '@cytocomm/kit/dashboard';
import { endpoint, pages, QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import classes from './releases.module.css';

const tags = ['Release'] as const;

export const { useInfiniteQuery: useReleasePages } = pages(listReleases, { tags });
export const { useInfiniteQuery: useRemoteReleasePages } = pages(listRemoteReleases, { tags });
const { useQuery: useRelease } = endpoint(readRelease, { tags });

/** What an outcome of the gate is to people, and its colour. */
export const OUTCOMES: Readonly<
  Record<
    GateReport['outcome'] | GateCheck['outcome'],
    { readonly words: string; readonly tone: NonNullable<TagProps['tone']> }
  >
> = {
  passed: { words: 'Passed', tone: 'teal' },
  refused: { words: 'Refused', tone: 'coral' },
  running: { words: 'Running', tone: 'amber' },
  skipped: { words: 'Skipped', tone: 'neutral' },
};

const ORDER: readonly GateCheck['outcome'][] = ['refused', 'skipped', 'passed'];

/** Returns the checks with the refused ones first, then those that were skipped. */
function refusedFirst(checks: readonly GateCheck[]): GateCheck[] {
  return checks.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
}

/** The gate's report on a release, behind a button. */
export function GateReportButton({ release: { remote, version, release } }: { readonly release: ReleaseItem }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" aria-label={`Report on ${remote} ${version}`} onClick={() => setOpen(true)}>
        Report
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Gate report: ${remote} ${version}`} size="wide">
        <Report remote={remote} release={release} />
      </Dialog>
    </>
  );
}

function Report(params: { readonly remote: string; readonly release: string }) {
  const { data, error, isFetching, refetch } = useRelease({ params });
  if (!data)
    return error ? (
      <QueryFailure
        title="The report could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <TableSkeleton label="Loading the report" columns={2} rows={6} />
    );
  return (
    <>
      <p className={classes.release}>
        Release <code>{data.release}</code>
      </p>
      <Summary gate={data.gate} />
      <ul aria-label="Checks" className={classes.checks}>
        {refusedFirst(data.gate.checks).map(({ rule, outcome, message, place }) => (
          <li key={`${rule} ${place ?? ''} ${message}`}>
            <Tag tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].words}</Tag>
            <div>
              <p className={classes.rule}>{rule}</p>
              <p>{message}</p>
              {place === undefined ? null : (
                <p className={classes.small}>
                  at <code>{place}</code>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Summary({ gate: { outcome, checks } }: { readonly gate: GateReport }) {
  if (outcome === 'running')
    return <Notice tone="warning">The gate is still looking; this report grows until it has ended.</Notice>;
  const refused = checks.filter((check) => check.outcome === 'refused').length;
  if (outcome === 'passed')
    return <Notice tone="success">The gate has passed this release. It can be promoted.</Notice>;
  return (
    <Notice tone="error">
      The gate has refused this release for {refused === 1 ? 'one reason' : `${refused} reasons`}. Mend it and publish
      it again under a new version.
    </Notice>
  );
}
