import type { SectionProps } from '@cytocomm/contract';
import { ButtonLink, Notice, useLocation } from '@cytocomm/kit';
import { QueryFailure, useOpenedName } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
import { Agenda } from '../agenda/Agenda.tsx';
import { useNamedEvent } from '../events/use-named-event.ts';
import { Month } from '../month/Month.tsx';
import { CalendarOverview } from '../overview/CalendarOverview.tsx';
import { Subscription } from '../subscription/Subscription.tsx';
import classes from './calendar.module.css';

/** The calendar that everybody signed in has: month, next dates, overview, and their private address. Below its address each event. */
export default function Calendar({ preview, place }: SectionProps) {
  const { event, isUnknown, failure } = useNamedEvent(place?.rest.split('/')[0] ?? '');
  useOpenedName(place, event?.title ?? null);
  const { key } = useLocation();
  const isAdmin = useSession(({ roles }) => roles.includes('admin'));
  return (
    <div className={classes.place}>
      {isUnknown ? (
        <Notice live tone="warning" title="This event is not in your calendar.">
          It may have been deleted, or you may not have access to it.
        </Notice>
      ) : null}
      {failure ? (
        <QueryFailure
          title="The event could not be loaded."
          error={failure.error}
          onRetry={failure.retry}
          retrying={failure.isRetrying}
        />
      ) : null}
      <div className={classes.calendar}>
        <Month
          named={event}
          navigation={key}
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
