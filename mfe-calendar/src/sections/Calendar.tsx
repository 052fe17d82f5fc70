import type { SectionProps } from '@cytocomm/contract';
import { ButtonLink } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { Agenda } from '../agenda/Agenda.tsx';
import { Month } from '../month/Month.tsx';
import { CalendarOverview } from '../overview/CalendarOverview.tsx';
import { Subscription } from '../subscription/Subscription.tsx';
import classes from './calendar.module.css';

/** The calendar that everybody signed in has: month, next dates, overview, and their private address. */
export default function Calendar({ activeRole, preview, place }: SectionProps) {
  const isAdmin = useSession(({ roles }) => roles.includes('admin'));
  // The form of an event has the page for itself.
  if (activeRole === 'admin' && place !== undefined && place.rest !== '') return null;
  // In the Admin Panel the list above has it.
  const withLink = isAdmin && !preview && activeRole !== 'admin';
  return (
    <div className={classes.place}>
      <div className={classes.calendar}>
        <Month
          actions={
            withLink ? (
              <ButtonLink to="/dashboard/admin/calendar/new" variant="secondary" size="small" icon="plus">
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
