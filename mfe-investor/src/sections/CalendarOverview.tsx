import type { SectionProps } from '@cytocomm/contract';
import { Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { dayjs, Panel } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import { CalendarView, type View } from '../calendar/CalendarView.tsx';
import classes from '../calendar/calendar.module.css';
import { useEvents } from '../calendar/event-api.ts';
import { MonthEvents } from '../calendar/MonthEvents.tsx';
import { Subscription } from '../calendar/Subscription.tsx';

/** The calendar to look at, with the events of the month on view. */
export default function CalendarOverview({ preview }: SectionProps) {
  const { data, error, isFetching, refetch } = useEvents();
  const [view, setView] = useState<View>(() => ({ date: dayjs().startOf('day'), level: 'month' }));
  return (
    <Panel title="Calendar Overview">
      {data ? (
        <div className={classes.layout}>
          <CalendarView view={view} events={data.items} onView={setView} />
          <div>
            <MonthEvents date={view.date} events={data.items} />
            {preview ? null : <Subscription />}
          </div>
        </div>
      ) : error ? (
        <QueryFailure
          title="The calendar could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonGroup label="Loading the calendar" className={classes.layout}>
          <div className={classes.days}>
            <Skeleton shape="block" />
          </div>
          <Skeleton lines={4} />
        </SkeletonGroup>
      )}
    </Panel>
  );
}
