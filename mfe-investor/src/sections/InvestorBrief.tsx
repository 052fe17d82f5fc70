import {
  type AlertPreferences,
  type CalendarEvent,
  chooseAlertPreferences,
  eventsFrom,
  isOver,
  isWholeDay,
  listEvents,
  MAX_EVENTS_LISTED,
  readAlertPreferences,
  type SectionProps,
} from '@cytocomm/contract';
import {
  ButtonLink,
  CalendarDate,
  Checkbox,
  Link,
  LocalDate,
  RelativeTime,
  Skeleton,
  SkeletonGroup,
  toast,
} from '@cytocomm/kit';
import { Panel, StatRow, StatTile } from '@cytocomm/kit/dashboard';
import { endpoint, mutation, portalStore, problemMessage, QueryFailure } from '@cytocomm/portal-api';
import { useEffect, useState } from 'react';
import classes from '../alerts/alerts.module.css';
import { useInvestorNews } from '../news/news-api.ts';
import { useReportPages } from '../reports/report-api.ts';

const preferences = endpoint(readAlertPreferences);

const { useQuery: useAlertPreferences } = preferences;
const { useMutation: useChooseAlerts } = mutation(chooseAlertPreferences, {
  // The box is ticked at once; a refusal ticks it back.
  optimistic: ({ body }) => {
    const { updateQueryData } = preferences.api.util;
    return portalStore.dispatch(updateQueryData(preferences.name, undefined, () => body)).undo;
  },
});

const choices: readonly { readonly key: keyof AlertPreferences; readonly label: string }[] = [
  { key: 'newReport', label: 'A new report' },
  { key: 'investorNews', label: 'News for investors' },
];

/** Which mails an investor gets. */
function AlertChoice() {
  const { data, error, isFetching, refetch } = useAlertPreferences();
  const [choose] = useChooseAlerts();

  const change = async (preferences: AlertPreferences) => {
    const { error: refusal } = await choose({ body: preferences });
    if (refusal) toast.error(`Your choice was not kept. ${problemMessage(refusal)}`);
    else toast.success('E-mail alerts changed');
  };

  if (!data) {
    return error ? (
      <QueryFailure
        title="Your e-mail alerts could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonGroup label="Loading e-mail alerts" className={classes.alerts}>
        <Skeleton lines={2} />
      </SkeletonGroup>
    );
  }
  return (
    <fieldset className={classes.alerts}>
      <legend>Mail me when there is</legend>
      {choices.map(({ key, label }) => (
        <Checkbox
          key={key}
          label={label}
          checked={data[key]}
          onChange={(event) => void change({ ...data, [key]: event.target.checked })}
        />
      ))}
    </fieldset>
  );
}

const { useQuery: useEvents } = endpoint(listEvents, { tags: ['Event'] });

/** How many dates are read at first: the next one stands behind those that are over since or under way. */
const READ = 20;
/** How many times as many are read when none of them is to come. */
const MORE = 8;

/** The block that investors alone have: what is newest, what comes next, whom to ask, and by which mails to hear of it. */
export default function InvestorBrief({ preview }: SectionProps) {
  const reports = useReportPages();
  const news = useInvestorNews();
  // The hour in which it was opened.
  const [from] = useState(() => eventsFrom(new Date()));
  const [limit, setLimit] = useState(READ);
  const reading = useEvents({ query: { from, limit } });
  const report = reports.data && (reports.data.pages[0]?.items[0] ?? null);
  const release = news.data && (news.data.pages[0]?.items[0] ?? null);
  const next = reading.data && nextEvent(reading.data.items);
  const isToCome = next ? !hasBegun(next, new Date()) : false;
  const readsOn = !isToCome && limit < MAX_EVENTS_LISTED && reading.currentData?.items.length === limit;
  // Not while it renders: what was read before is kept of a rendering that was shown.
  useEffect(() => {
    if (readsOn) setLimit(Math.min(limit * MORE, MAX_EVENTS_LISTED));
  }, [readsOn, limit]);
  // While more are read, those that were read say what is under way, not that there is none.
  const events = { ...reading, data: readsOn ? undefined : reading.currentData };
  const failed = [reports, news, events].filter(({ data, error }) => data === undefined && error !== undefined);
  return (
    <Panel
      title="For investors"
      lead="What is newest, what comes next, and whom to ask."
      actions={
        <ButtonLink
          to="/contact"
          state={{ subject: 'Investor relations' }}
          variant="secondary"
          size="small"
          icon="mail"
        >
          Ask investor relations
        </ButtonLink>
      }
    >
      <StatRow>
        <StatTile
          label={<Link to="/dashboard/investor/reports">Newest report</Link>}
          value={report ? <RelativeTime date={report.uploadedAt} /> : nothingOf(reports, 'None yet')}
          hint={report?.title}
        />
        <StatTile
          label={
            <Link to={release ? `/dashboard/investor/news/${release.id}` : '/dashboard/investor/news'}>
              Newest investor news
            </Link>
          }
          value={release ? <RelativeTime date={release.date} /> : nothingOf(news, 'None yet')}
          hint={release?.title}
        />
        <StatTile
          label={<Link to={`/dashboard/investor/calendar${next ? `/${next.id}` : ''}`}>Next date</Link>}
          value={next ? <DayOf event={next} /> : nothingOf(events, 'None set')}
          hint={next?.title}
        />
      </StatRow>
      {failed[0] ? (
        <QueryFailure
          title="Some of this could not be loaded."
          error={failed[0].error}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
          retrying={failed.some(({ isFetching }) => isFetching)}
        />
      ) : null}
      {preview ? null : <AlertChoice />}
    </Panel>
  );
}

/** Returns what a tile shows that has nothing to show: that it is loading, that it failed, or that there is nothing. */
function nothingOf({ data, error }: { data?: unknown; error?: unknown }, none: string): string {
  if (data !== undefined) return none;
  return error === undefined ? '…' : '–';
}

/** The day of an event: of whole days the same everywhere, of a moment that of the reader. */
function DayOf({ event }: { readonly event: CalendarEvent }) {
  return isWholeDay(event) ? <CalendarDate date={event.date} /> : <LocalDate date={event.date} />;
}

/** Returns the first event that begins today or later, else one that is under way; null when there is none. */
function nextEvent(events: readonly CalendarEvent[], now = new Date()): CalendarEvent | null {
  const coming = events.filter((event) => !isOver(event, now)).toSorted((a, b) => a.date.localeCompare(b.date));
  return coming.find((event) => !hasBegun(event, now)) ?? coming[0] ?? null;
}

/** Whether an event began before a moment; a whole day has not before it is over. */
function hasBegun(event: CalendarEvent, now: Date): boolean {
  return isOver({ ...event, end: null }, now);
}
