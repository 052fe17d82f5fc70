import { AUDIT_ACTIONS, type AuditEntry, isOperatorsAction } from '@cytocomm/contract';
import { RelativeTime } from '@cytocomm/kit';
import { TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import classes from './operations.module.css';
import { useAudit } from './operations-api.ts';

const SHOWN = 6;

/** The last entries of the audit trail: who did what, when. */
export function RecentAudit() {
  const { data, error, isFetching, refetch } = useAudit({ query: { limit: SHOWN } });
  return (
    <div>
      <h4 className={classes.heading}>Last audit entries</h4>
      {data ? (
        <ol aria-label="Last audit entries" className={classes.trail}>
          {data.items.map((entry) => (
            <li key={entry.seq}>
              <span>
                {describeEntry(entry)}
                {entry.from === '' ? null : <span className={classes.from}> from {entry.from}</span>}
              </span>
              <RelativeTime date={entry.at} className={classes.when} />
            </li>
          ))}
        </ol>
      ) : error ? (
        <QueryFailure
          title="The audit trail could not be read."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <TableSkeleton label="Loading the audit trail" columns={2} rows={SHOWN} />
      )}
    </div>
  );
}

/**
 * Returns `ada@lab.example gave a role: grace@lab.example, investor`; what has a title goes by it, for an id says
 * nothing to people. An action that is newer than this page shows as its own name.
 */
function describeEntry({ actor, action, subject, detail }: AuditEntry): string {
  const words = AUDIT_ACTIONS[action] ?? action;
  if (actor !== null && detail.title !== undefined) return `${actor} ${words}: “${detail.title || 'Untitled'}”`;
  const who = actor ?? (isOperatorsAction(action) ? 'An operator' : subject);
  const more = [who === subject ? undefined : subject, detail.role, detail.roles].filter((part) => part !== undefined);
  return more.length === 0 ? `${who} ${words}` : `${who} ${words}: ${more.join(', ')}`;
}
