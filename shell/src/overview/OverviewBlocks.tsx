import {
  type CalendarEvent,
  eventsFrom,
  isOver,
  isWholeDay,
  listEvents,
  MAX_EVENTS_LISTED,
  MAX_WAITING_COUNTED,
  type NotificationSummary,
  type RecordKind,
} from '@cytocomm/contract';
import { CalendarDate, ExactTime, Heading, Link, RelativeTime } from '@cytocomm/kit';
import { endpoint, problemMessage } from '@cytocomm/portal-api';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { loadNotifications, useLayer } from '../bar/layers.ts';
import { hasWork } from '../dashboard/sections.ts';
import { useNewest } from '../notifications/Bell.tsx';
import { Happening } from '../notifications/Happening.tsx';
import { opening, type RecordScope, workAddress } from '../palette/offers.ts';
import classes from './overview.module.css';

/** The first blocks of an overview: news since the last visit, open work, and the next dates. */
export default function OverviewBlocks(scope: RecordScope) {
  return (
    <div className={classes.blocks}>
      <News {...scope} />
      {hasWork(scope.entries) ? <Waiting {...scope} /> : null}
      <Dates {...scope} />
    </div>
  );
}

/** Lines that a block shows of a long list: its height is fixed, so that nothing moves when it loads. */
const LINES = 3;

/** One of the blocks of an overview. */
function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.block}>
      <Heading level={2} size="title-small" id={titleId}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

interface StateProps {
  readonly error: unknown;
  /** Shown on an error; the error’s own message by default. */
  readonly words?: string;
  readonly onRetry: () => unknown;
}

/** The placeholder of a block that is loading or has failed. */
function State({ error, words = problemMessage(error), onRetry }: StateProps) {
  if (error === undefined) return <p className={classes.hint}>Loading…</p>;
  return (
    <p className={classes.hint}>
      {words}{' '}
      <button type="button" className={classes.retry} onClick={() => void onRetry()}>
        Try again
      </button>
    </p>
  );
}

/** News since the last visit. */
function News(scope: RecordScope) {
  const { data, error, refetch } = useNewest();
  const since = data?.summary.since;
  const title = since === null ? 'New for you' : 'New since your last visit';
  if (since === undefined || data === undefined) {
    return (
      <Block title={title}>
        <State error={error} onRetry={refetch} />
      </Block>
    );
  }
  const news = data.items.filter(({ at }) => since === null || at > since);
  return (
    <Block title={title}>
      {news.length === 0 ? (
        <p className={classes.hint}>
          {since === null ? (
            'Welcome. What others add or change for you appears here, and below the bell.'
          ) : (
            <>
              Nothing since <RelativeTime date={since} />.
            </>
          )}
        </p>
      ) : (
        <>
          <ul className={classes.list}>
            {news.slice(0, LINES).map((each) => (
              <Happening key={each.id} notification={each} scope={scope} />
            ))}
          </ul>
          {news.length > LINES ? (
            <p className={classes.more}>
              <AllNews {...scope}>
                {describeMore(news.length, news.length === data.items.length && data.nextCursor !== null)}
              </AllNews>
            </p>
          ) : null}
        </>
      )}
    </Block>
  );
}

const layers = { notifications: loadNotifications };

/** Opens what the bell opens. */
function AllNews({ children, ...scope }: RecordScope & { readonly children: ReactNode }) {
  const { opened, awaited, open, close } = useLayer(layers);
  const isAwaited = awaited !== null;
  return (
    <>
      <button type="button" aria-busy={isAwaited} className={classes.retry} onClick={() => open('notifications')}>
        {isAwaited ? 'Loading…' : children}
      </button>
      {opened ? <opened.Shown {...scope} onClose={close} /> : null}
    </>
  );
}

/** Returns the label of the button for the rest: their number when all were loaded. */
function describeMore(read: number, hasOthers: boolean): string {
  if (hasOthers) return 'All notifications';
  const more = read - LINES;
  return `${more} more notification${more === 1 ? '' : 's'}`;
}

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

/** The status by which a tool filters its list to open work; the list of mails opens with it anyway. */
const STATUSES: Readonly<Partial<Record<RecordKind, string>>> = { 'press-release': 'draft' };

/** Returns the address of the list of open work of a kind; undefined without such a tool. */
function waitingAddress(scope: RecordScope, { kind, what }: NotificationSummary['waiting'][number]) {
  const tool = workAddress(scope, kind);
  const status = what === 'approval' ? 'asked' : STATUSES[kind];
  if (tool === undefined || status === undefined) return tool;
  return `${tool}${tool.includes('?') ? '&' : '?'}${new URLSearchParams({ status })}`;
}

/** Whether a tool of the current role shows records of a kind. */
const isOfRole = ({ entries, role }: RecordScope, kind: RecordKind): boolean =>
  entries.some(
    (entry) => entry.role === role && entry.tools.some(({ finds }) => finds.some((each) => each.kind === kind)),
  );

/** Open work of the person, that of the current role first. */
function Waiting(scope: RecordScope) {
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

const { useQuery: useEvents } = endpoint(listEvents, { tags: ['Event'] });

/** Dates of the first read: some may have ended within this hour. */
const FIRST_LIMIT = 2 * LINES;
/** Factor of the next read when too few of them are upcoming. */
const GROWTH = 8;

/** The next dates. */
function Dates(scope: RecordScope) {
  const [now] = useState(() => new Date());
  const [limit, setLimit] = useState(FIRST_LIMIT);
  const { data, currentData, error, isFetching, refetch } = useEvents({ query: { from: eventsFrom(now), limit } });
  const next = data?.items.filter((event) => !isOver(event, now)).slice(0, LINES) ?? [];
  const isShort = next.length < LINES && data?.items.length === limit;
  const readsOn = isShort && limit < MAX_EVENTS_LISTED;
  // In an effect: only a committed render keeps the data of the previous read.
  useEffect(() => {
    if (readsOn) setLimit(Math.min(limit * GROWTH, MAX_EVENTS_LISTED));
  }, [readsOn, limit]);
  const isAwaited = data === undefined || readsOn || (data.items.length > 0 && (isFetching || error !== undefined));
  return (
    <Block title="Next dates">
      {next.length > 0 ? (
        <>
          <ul className={classes.list}>
            {next.map((event) => (
              <NextDate key={event.id} event={event} scope={scope} />
            ))}
          </ul>
          {currentData === undefined && error !== undefined && next.length < LINES ? (
            <State error={error} words="More dates could not be loaded." onRetry={refetch} />
          ) : null}
        </>
      ) : isAwaited ? (
        <State error={error} onRetry={refetch} />
      ) : (
        <p className={classes.hint}>No dates to come.</p>
      )}
    </Block>
  );
}

function NextDate({ event, scope }: { readonly event: CalendarEvent; readonly scope: RecordScope }) {
  const act = opening(scope, { kind: 'event', id: event.id, title: event.title });
  return (
    <li className={classes.line}>
      {act !== undefined && 'to' in act ? <Link to={act.to}>{event.title}</Link> : event.title}
      <span className={classes.about}>
        {isWholeDay(event) ? <CalendarDate date={event.date} /> : <ExactTime date={event.date} />}
      </span>
    </li>
  );
}
