import { dayjs, Panel } from '@cytocomm/kit/dashboard';
import { useState } from 'react';
import { rangeOf } from '../days/days.ts';
import { useEvents } from '../events/event-api.ts';
import { Wait } from '../events/Wait.tsx';
import { CalendarView, type View } from './CalendarView.tsx';
import { MonthEvents } from './MonthEvents.tsx';
import classes from './overview.module.css';

/** The calendar to look at, with the events of the month on view. */
export function CalendarOverview() {
  const [view, setView] = useState<View>(() => ({ date: dayjs().startOf('day'), level: 'month' }));
  const events = useEvents({ query: rangeOf(view.date.format('YYYY-MM')) });
  return (
    <Panel title="Calendar Overview">
      <Wait question={events} loading="Loading the calendar" failure="The calendar could not be loaded." height={352}>
        {({ items }) => (
          <div className={classes.layout}>
            <CalendarView view={view} events={items} onView={setView} />
            <MonthEvents date={view.date} events={items} />
          </div>
        )}
      </Wait>
    </Panel>
  );
}
