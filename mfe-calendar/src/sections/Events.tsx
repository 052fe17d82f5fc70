import { type CalendarEvent, isOver, type SectionProps } from '@cytocomm/contract';
import { ButtonLink, EmptyState, toast, useNavigate } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { problemMessage } from '@cytocomm/portal-api';
import { type SyntheticEvent, useState } from 'react';
import { addDays, today } from '../days/days.ts';
import { useAddEvent, useChangeEvent, useEvents } from '../events/event-api.ts';
import { Wait } from '../events/Wait.tsx';
import { EventForm } from '../form/EventForm.tsx';
import { EventTable } from '../form/EventTable.tsx';
import { changeOf, draftOf, type EventDraft, emptyDraft, eventOf } from '../form/event-draft.ts';
import classes from '../form/form.module.css';

/** The address of the tool where the shell does not say it. */
const PATH = '/dashboard/admin/events';

/** The events for admins: the list, and below its address the form of a new event and of each that is there. */
export default function Events({ place }: SectionProps) {
  const { path, rest } = place ?? { path: PATH, rest: '' };
  if (rest === '') return <List path={path} />;
  if (rest === 'new') return <New path={path} />;
  const [id = ''] = rest.split('/');
  return <Existing key={id} id={id} path={path} />;
}

function List({ path }: { readonly path: string }) {
  // The moment this was opened: a list does not jump at midnight.
  const [now] = useState(() => new Date());
  const events = useEvents({ query: { from: addDays(today(now), -1) } });
  const link = (
    <ButtonLink to={`${path}/new`} size="small" icon="plus">
      New event
    </ButtonLink>
  );
  return (
    <Panel title="Events" lead="Dates in the calendars of those whom you choose." actions={link}>
      <Wait
        question={events}
        loading="Loading events"
        failure="The events could not be loaded."
        height={240}
        phoneHeight={900}
      >
        {({ items }) => {
          const coming = items.filter((event) => !isOver(event, now));
          return coming.length === 0 ? (
            <EmptyState title="No events to come.">Add one with New event.</EmptyState>
          ) : (
            <EventTable caption="Events to come" events={coming} path={path} />
          );
        }}
      </Wait>
      <Past now={now} path={path} />
    </Panel>
  );
}

function Past({ now, path }: { readonly now: Date; readonly path: string }) {
  const [open, setOpen] = useState(false);
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => setOpen(currentTarget.open);
  return (
    <details className={classes.past} onToggle={onToggle}>
      <summary>Past events</summary>
      {open ? <PastTable now={now} path={path} /> : null}
    </details>
  );
}

function PastTable({ now, path }: { readonly now: Date; readonly path: string }) {
  const events = useEvents({ query: { to: addDays(today(now), 1) } });
  return (
    <Wait question={events} loading="Loading past events" failure="The past events could not be loaded." height={160}>
      {({ items }) => {
        const past = items.filter((event) => isOver(event, now)).toReversed();
        return past.length === 0 ? (
          <p className={classes.hint}>No past events.</p>
        ) : (
          <EventTable caption="Past events" events={past} path={path} />
        );
      }}
    </Wait>
  );
}

function New({ path }: { readonly path: string }) {
  const [initial] = useState(emptyDraft);
  const [add] = useAddEvent();
  const navigate = useNavigate();
  const leave = () => void navigate(path);
  const submit = async (draft: EventDraft): Promise<boolean> => {
    const { error } = await add({ body: eventOf(draft) });
    if (error) {
      toast.error(`The event was not added. ${problemMessage(error)}`);
      return false;
    }
    toast.success('Event added');
    return true;
  };
  return (
    <Panel title="New event">
      <EventForm label="Add an event" submitLabel="Add Event" initial={initial} onSubmit={submit} onLeave={leave} />
    </Panel>
  );
}

function Existing({ id, path }: { readonly id: string; readonly path: string }) {
  const events = useEvents();
  return (
    <Panel title="Edit event">
      <Wait question={events} loading="Loading the event" failure="The event could not be loaded." height={480}>
        {({ items }) => {
          const event = items.find((each) => each.id === id);
          return event ? <Edit key={id} event={event} path={path} /> : <Unknown path={path} />;
        }}
      </Wait>
    </Panel>
  );
}

function Unknown({ path }: { readonly path: string }) {
  return (
    <EmptyState title="There is no such event." action={<ButtonLink to={path}>All events</ButtonLink>}>
      It may have been deleted.
    </EmptyState>
  );
}

function Edit({ event, path }: { readonly event: CalendarEvent; readonly path: string }) {
  // What is edited does not change under the hands of the person.
  const [initial] = useState(event);
  const [change] = useChangeEvent();
  const navigate = useNavigate();
  const leave = () => void navigate(path);
  const submit = async (draft: EventDraft): Promise<boolean> => {
    const body = changeOf(initial, draft);
    if (Object.keys(body).length > 0) {
      const { error } = await change({ params: { id: initial.id }, body });
      if (error) {
        toast.error(`The event was not changed. ${problemMessage(error)}`);
        return false;
      }
      toast.success('Event changed');
    }
    return true;
  };
  return (
    <EventForm label="Edit event" submitLabel="Save" initial={draftOf(initial)} onSubmit={submit} onLeave={leave} />
  );
}
