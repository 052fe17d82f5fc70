import { MAX_WAITING_COUNTED, type NotificationSummary, type RecordKind } from '@cytocomm/contract';
import { Link } from '@cytocomm/kit';
import { useNewest } from '../notifications/notification-api.ts';
import { type RecordScope, workAddress } from '../palette/offers.ts';
import { Block, State } from './Block.tsx';
import classes from './overview.module.css';

const WAITING: Readonly<Partial<Record<RecordKind, readonly [one: string, many: string]>>> = {
  'press-release': ['draft of a press release', 'drafts of press releases'],
  mail: ['mail that was given up', 'mails that were given up'],
  release: ['release that the gate refused', 'releases that the gate refused'],
  failure: ['cause of failures', 'causes of failures'],
};

const APPROVAL = ['press release to approve', 'press releases to approve'] as const;

function describeWaiting({ kind, what, count }: NotificationSummary['waiting'][number]): string {
  const [one, many] = (what === 'approval' ? APPROVAL : WAITING[kind]) ?? ['thing to do', 'things to do'];
  return `${count < MAX_WAITING_COUNTED ? count : `${MAX_WAITING_COUNTED - 1}+`} ${count === 1 ? one : many}`;
}

/** The status by which a tool's list shows what waits of a kind; that of mails begins with it. */
const STATUSES: Readonly<Partial<Record<RecordKind, string>>> = { 'press-release': 'draft' };

/** Returns the address of the list of what waits; undefined when no tool of the person has it. */
function waitingAddress(scope: RecordScope, { kind, what }: NotificationSummary['waiting'][number]) {
  const tool = workAddress(scope, kind);
  const status = what === 'approval' ? 'asked' : STATUSES[kind];
  if (tool === undefined || status === undefined) return tool;
  return `${tool}${tool.includes('?') ? '&' : '?'}${new URLSearchParams({ status })}`;
}

/** Whether a tool of the role that is shown has records of a kind. */
const isOfRole = ({ entries, role }: RecordScope, kind: RecordKind): boolean =>
  entries.some(
    (entry) => entry.role === role && entry.tools.some(({ finds }) => finds.some((each) => each.kind === kind)),
  );

/** What waits for the person: first what belongs to the role that is shown. */
export function Waiting(scope: RecordScope) {
  const { data, error, refetch } = useNewest();
  const inOrder = (waiting: NotificationSummary['waiting']) =>
    waiting.toSorted((a, b) => Number(isOfRole(scope, b.kind)) - Number(isOfRole(scope, a.kind)));
  return (
    <Block title="Waiting for you">
      {data === undefined ? (
        <State error={error} onRetry={refetch} />
      ) : data.summary.waiting.length === 0 ? (
        <p className={classes.hint}>Nothing waits for you.</p>
      ) : (
        <ul className={classes.list}>
          {inOrder(data.summary.waiting).map((each) => {
            const to = waitingAddress(scope, each);
            return (
              <li key={`${each.kind} ${each.what ?? ''}`} className={classes.line}>
                {to === undefined ? describeWaiting(each) : <Link to={to}>{describeWaiting(each)}</Link>}
              </li>
            );
          })}
        </ul>
      )}
    </Block>
  );
}
