import type { CalendarEvent, SectionProps } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Button, ButtonLink, Notice, TextField, toast, useLocation } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { problemMessage, QueryFailure, useOpenedName } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
import { Agenda } from '../agenda/Agenda.tsx';
import { useCalendarLink, useSubscribe, useUnsubscribe, useVisibleEvent } from '../events/event-api.ts';
import { Month } from '../month/Month.tsx';
import { CalendarOverview } from '../overview/CalendarOverview.tsx';
import subscriptionStyles from '../subscription/subscription.module.css';
import classes from './calendar.module.css';

/** A private address of the calendar for a calendar program; a new one or Revoke makes the old one useless. */
function Subscription() {
  const { data: link, error: unknown } = useCalendarLink();
  const [subscribe, making] = useSubscribe();
  const [unsubscribe, revoking] = useUnsubscribe();
  const url = link?.url ?? null;

  const make = async () => {
    const { error } = await subscribe();
    if (error) toast.error(`No address was made. ${problemMessage(error)}`);
  };
  const revoke = async () => {
    const { error } = await unsubscribe();
    if (error) toast.error(`The address was not revoked. ${problemMessage(error)}`);
    else toast.success('Calendar address revoked');
  };
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address);
      toast.success('Address copied');
    } catch {
      toast.error('The browser did not allow copying. Select the address and copy it by hand.');
    }
  };

  return (
    <Panel title="In your own calendar">
      <p className={subscriptionStyles.words}>
        Subscribe to the dates that you may see by a private address. Anyone who has it can read them, so keep it to
        yourself; a new one makes the one before useless.
      </p>
      {unknown ? <p role="alert">Whether you have an address could not be read. {problemMessage(unknown)}</p> : null}
      {url === null ? null : (
        <div className={subscriptionStyles.address}>
          <TextField label="Private calendar address" readOnly value={url} onFocus={(event) => event.target.select()} />
          <Button variant="secondary" icon="copy" onClick={() => void copy(url)}>
            Copy
          </Button>
        </div>
      )}
      <div className={subscriptionStyles.actions}>
        <Button variant="secondary" size="small" icon="link" busy={making.isLoading} onClick={() => void make()}>
          {url === null ? 'Make a private address' : 'Make a new one'}
        </Button>
        {url === null ? null : (
          <Button variant="quiet" size="small" busy={revoking.isLoading} onClick={() => void revoke()}>
            Revoke
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** What is known of the event that an address names. */
interface NamedEvent {
  /** Undefined until it is here, and where none is named. */
  readonly event: CalendarEvent | undefined;
  /** None of the events that the reader may see has this id. */
  readonly isUnknown: boolean;
  /** Why it could not be read, and what tries again; undefined while nothing failed. */
  readonly failure: { readonly error: unknown; readonly retry: () => void; readonly isRetrying: boolean } | undefined;
}

/** What the server says of an id that no event has, or that is none. */
const NO_EVENT: readonly string[] = ['not-found', 'validation'];

/** Returns the event of an id, of those that the reader may see; nothing of an empty id. */
function useNamedEvent(id: string): NamedEvent {
  const { currentData, error, refetch, isFetching } = useVisibleEvent({ params: { id } }, { skip: id === '' });
  const isUnknown = isApiProblem(error) && NO_EVENT.includes(error.code);
  const hasFailed = error !== undefined && !isUnknown && currentData === undefined;
  return {
    event: isUnknown ? undefined : currentData,
    isUnknown,
    failure: hasFailed ? { error, retry: () => void refetch(), isRetrying: isFetching } : undefined,
  };
}

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
