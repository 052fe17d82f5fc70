import type { FailureCause, FailureFrame, LockItem } from '@cytocomm/contract';
import { type DataColumn, DataTable, RelativeTime, Tag } from '@cytocomm/kit';
import { describeCount } from '../health/health-words.ts';
import { ReleaseName } from '../health/ReleaseName.tsx';
import { stageOf } from '../health/watched-releases.ts';
import classes from './failures.module.css';

/** Properties of {@link CallStack}. */
interface CallStackProps {
  readonly frames: readonly FailureFrame[];
}

/** The calls that led to a failure, the innermost first, behind a disclosure. */
function CallStack({ frames }: CallStackProps) {
  const [first] = frames;
  return (
    <details className={classes.stack}>
      <summary>
        Where: <code>{first && placeOf(first)}</code>
      </summary>
      <ol>
        {frames.map((frame, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stack is never changed, and a recursive call stands in it many times
          <li key={place}>
            {frame.function && <bdi>{frame.function} </bdi>}
            <code>{placeOf(frame)}</code>
          </li>
        ))}
      </ol>
    </details>
  );
}

function placeOf({ file, line, column }: FailureFrame): string {
  return `${file}:${line}:${column}`;
}

/** Properties of {@link FailureTable}. */
export interface FailureTableProps {
  readonly causes: readonly FailureCause[];
  /** Null while nobody knows what is live. */
  readonly live: LockItem | null;
  readonly canary: LockItem | null;
}

const keyOf = ({ remote, release, component, phase, reason }: FailureCause) =>
  JSON.stringify([remote, release, component, phase, reason]);

/** The causes of failures: what browsers said, of which release, for how many, and when. */
export function FailureTable({ causes, live, canary }: FailureTableProps) {
  const columns: readonly DataColumn<FailureCause>[] = [
    {
      key: 'reason',
      header: 'Reason',
      rowHeader: true,
      cell: ({ reason, component, phase, frames }) => (
        <span className={classes.cause}>
          {/* Browsers send it, and it may be in any script. */}
          <bdi className={classes.reason}>{reason.trim() === '' ? 'No reason was reported' : reason}</bdi>
          <span className={classes.where}>
            <code>{component}</code> <Tag>{phase}</Tag>
          </span>
          {frames.length > 0 && <CallStack frames={frames} />}
        </span>
      ),
    },
    {
      key: 'release',
      header: 'Release',
      cell: (cause) => (
        <ReleaseName remote={cause.remote} release={cause.release} stage={stageOf(cause, live, canary)} />
      ),
    },
    { key: 'clients', header: 'Clients', kind: 'number', cell: ({ clients }) => describeCount(clients) },
    {
      key: 'seen',
      header: 'Last seen',
      cell: ({ firstAt, lastAt }) => (
        <span className={classes.seen}>
          <RelativeTime date={lastAt} />
          <span className={classes.small}>
            first <RelativeTime date={firstAt} />
          </span>
        </span>
      ),
    },
  ];
  return <DataTable caption="Failures" columns={columns} rows={causes} rowKey={keyOf} />;
}
