import {
  type CalendarEvent,
  hourOf,
  isOver,
  isWholeDay,
  listEvents,
  MAX_WAITING_COUNTED,
  type NotificationSummary,
  type RecordKind,
} from '@cytocomm/contract';
import { CalendarDate, ExactTime, Heading, Link, RelativeTime } from '@cytocomm/kit';
import { endpoint, problemMessage } from '@cytocomm/portal-api';
import { type ReactNode, useId, useState } from 'react';
import { useLayer } from '../bar/use-layer.ts';
import { Happening } from '../notifications/Happening.tsx';
import { loadNotifications } from '../notifications/load-notifications.ts';
import { useNotificationPages, useSummary } from '../notifications/notification-api.ts';
import { opening, type RecordScope, workAddress } from '../palette/offers.ts';
import { hasWork } from './has-work.ts';
import classes from './overview.module.css';

const { useQuery: useEvents } = endpoint(listEvents, { tags: ['Event'] });

/** How many lines a block has: its height is fixed, so that nothing moves when it is filled. */
const LINES = 3;
/** How many dates are read: some may be over since the hour began. */
const DATES = 2 * LINES;
/** How many notifications are read to tell how many are new; the list below the bell reads as many. */
const READ = 20;

/** The first blocks of an overview: what is new since the last visit, what waits for the person, and the next dates. */
export default function WhatIsNew(scope: RecordScope) {
  return (
    <div className={classes.blocks}>
      <News {...scope} />
      {hasWork(scope) ? <Waiting {...scope} /> : null}
      <Dates {...scope} />
    </div>
  );
}

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
  readonly onRetry: () => unknown;
}

/** Stands in a block until it is filled, and says why it is not. */
function State({ error, onRetry }: StateProps) {
  if (error === undefined) return <p className={classes.hint}>Loading…</p>;
  return (
    <p className={classes.hint}>
      {problemMessage(error)}{' '}
      <button type="button" className={classes.retry} onClick={() => void onRetry()}>
        Try again
      </button>
    </p>
  );
}

function News(scope: RecordScope) {
  const summary = useSummary();
  const list = useNotificationPages({ query: { limit: READ } });
  const since = summary.data?.since;
  const title = since === null ? 'New for you' : 'New since your last visit';
  if (since === undefined || list.data === undefined) {
    const retry = () => Promise.all([summary.refetch(), list.refetch()]);
    return (
      <Block title={title}>
        <State error={summary.error ?? list.error} onRetry={retry} />
      </Block>
    );
  }
  const news = list.data.pages.flatMap(({ items }) => items).filter(({ at }) => since === null || at > since);
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
              <AllNews {...scope}>{describeMore(news.length)}</AllNews>
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

/** Returns how many notifications there are beside those that are shown; there may be more than were read. */
function describeMore(read: number): string {
  const more = read - LINES;
  return `${more}${read === READ ? '+' : ''} more notification${more === 1 ? '' : 's'}`;
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

/** The status by which a tool's list shows what waits of a kind; that of mails begins with it. */
const STATUSES: Readonly<Partial<Record<RecordKind, string>>> = { 'press-release': 'draft' };

/** Returns the address of the list of what waits; undefined when no tool of the person has it. */
function waitingAddress(scope: RecordScope, { kind, what }: NotificationSummary['waiting'][number]) {
  const tool = workAddress(scope, kind);
  const status = what === 'approval' ? 'asked' : STATUSES[kind];
  if (tool === undefined || status === undefined) return tool;
  return `${tool}${tool.includes('?') ? '&' : '?'}${new URLSearchParams({ status })}`;
}

function Waiting(scope: RecordScope) {
  const { data, error, refetch } = useSummary();
  return (
    <Block title="Waiting for you">
      {data === undefined ? (
        <State error={error} onRetry={refetch} />
      ) : data.waiting.length === 0 ? (
        <p className={classes.hint}>Nothing waits for you.</p>
      ) : (
        <ul className={classes.list}>
          {data.waiting.slice(0, LINES).map((each) => {
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

function Dates(scope: RecordScope) {
  // The moment it was opened.
  const [now] = useState(() => new Date());
  const { data, error, refetch } = useEvents({ query: { from: hourOf(now), limit: DATES } });
  const next = data?.items.filter((event) => !isOver(event, now)).slice(0, LINES);
  return (
    <Block title="Next dates">
      {next === undefined ? (
        <State error={error} onRetry={refetch} />
      ) : next.length === 0 ? (
        <p className={classes.hint}>No dates to come.</p>
      ) : (
        <ul className={classes.list}>
          {next.map((event) => (
            <NextDate key={event.id} event={event} scope={scope} />
          ))}
        </ul>
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
