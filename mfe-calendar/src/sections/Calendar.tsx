import type { SectionProps } from '@cytocomm/contract';
import { ButtonLink } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { Agenda } from '../agenda/Agenda.tsx';
import { Month } from '../month/Month.tsx';
import { CalendarOverview } from '../overview/CalendarOverview.tsx';
import { Subscription } from '../subscription/Subscription.tsx';
import classes from './calendar.module.css';

/** The calendar that everybody signed in has: month, next dates, overview, and their private address. */
export default function Calendar({ preview }: SectionProps) {
  const isAdmin = useSession(({ roles }) => roles.includes('admin'));
  return (
    <div className={classes.place}>
      <div className={classes.calendar}>
        <Month
          actions={
            isAdmin && !preview ? (
              <ButtonLink to="/dashboard/admin/events/new" variant="secondary" size="small" icon="plus">
                New event
              </ButtonLink>
            ) : null
          }
        />
        <Agenda />
      </div>
      <CalendarOverview />
      {preview ? null : <Subscription />}
    </div>
  );
}
