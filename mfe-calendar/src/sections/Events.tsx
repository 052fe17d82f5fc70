import { addressOf, type CalendarEvent, exportEvents, type SectionProps } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { ButtonLink, EmptyState, Notice, toast, useNavigate } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { ExportLink, problemMessage } from '@cytocomm/portal-api';
import { useState } from 'react';
import { Wait } from '../events/EventLine.tsx';
import { useAddEvent, useChangeEvent, useEvent } from '../events/event-api.ts';
import { EventForm } from '../form/EventForm.tsx';
import { changeOf, draftOf, type EventDraft, emptyDraft, eventOf } from '../form/event-draft.ts';
import { failureOf, type SendOutcome, unsavedEvent } from '../form/unsaved-event.ts';
import { EventList } from '../list/EventList.tsx';
import { queryOf, useEventListState } from '../list/list-state.ts';

/** The address of the tool where the shell does not say it. */
const PATH = '/dashboard/admin/events';

/** What the server says of an id that no event has, or that is none. */
const NO_EVENT: readonly string[] = ['not-found', 'validation'];

/** The events for admins: the list, and below its address the form of a new event and of each that is there. */
export default function Events({ place }: SectionProps) {
  const { path, rest } = place ?? { path: PATH, rest: '' };
  if (rest === '') return <List path={path} />;
  if (rest === 'new') return <New path={path} />;
  const [id = ''] = rest.split('/');
  return <Existing key={id} id={id} path={path} />;
}

function List({ path }: { readonly path: string }) {
  const [state, change] = useEventListState();
  return (
    <Panel
      title="Events"
      lead="Dates in the calendars of those whom you choose."
      actions={
        <>
          <ExportLink href={addressOf(exportEvents, {}, queryOf(state))} />
          <ButtonLink to={`${path}/new`} size="small" icon="plus">
            New event
          </ButtonLink>
        </>
      }
    >
      <EventList state={state} onChange={change} path={path} />
    </Panel>
  );
}

/** Returns what adds an event, tells how that went, and resolves to that. */
function useAdding(): (draft: EventDraft, key: string) => Promise<SendOutcome> {
  const [add] = useAddEvent();
  return async (draft, key) => {
    const { error } = await add({ body: eventOf(draft), headers: { 'idempotency-key': key } });
    if (error) {
      toast.error(`The event was not added. ${problemMessage(error)}`);
      return failureOf(error);
    }
    toast.success('Event added');
    return 'stored';
  };
}

function New({ path }: { readonly path: string }) {
  const [initial] = useState(emptyDraft);
  const add = useAdding();
  const navigate = useNavigate();
  const leave = () => void navigate(path);
  return (
    <Panel title="New event">
      <EventForm
        label="Add an event"
        submitLabel="Add Event"
        id={null}
        isAdded
        initial={initial}
        onSubmit={add}
        onLeave={leave}
      />
    </Panel>
  );
}

function Existing({ id, path }: { readonly id: string; readonly path: string }) {
  const event = useEvent({ params: { id } });
  const isGone = isApiProblem(event.error) && NO_EVENT.includes(event.error.code);
  return (
    <Panel title="Edit event">
      {isGone && event.data === undefined ? (
        <Unknown id={id} path={path} />
      ) : (
        <Wait question={event} loading="Loading the event" failure="The event could not be loaded." height={480}>
          {(loaded) => <Edit key={id} event={loaded} isGone={isGone} path={path} />}
        </Wait>
      )}
    </Panel>
  );
}

function Unknown({ id, path }: { readonly id: string; readonly path: string }) {
  const [initial] = useState(emptyDraft);
  const [isLeft] = useState(() => unsavedEvent(id, initial) !== null);
  const add = useAdding();
  const navigate = useNavigate();
  if (isLeft)
    return (
      <>
        <Notice tone="warning" title="Somebody has deleted this event meanwhile.">
          What you changed is not lost: complete it and save it as a new event.
        </Notice>
        <EventForm
          label="Edit event"
          submitLabel="Save as a new event"
          id={id}
          isAdded
          initial={initial}
          onSubmit={add}
          onLeave={() => void navigate(path)}
        />
      </>
    );
  return (
    <EmptyState title="There is no such event." action={<ButtonLink to={path}>All events</ButtonLink>}>
      It may have been deleted.
    </EmptyState>
  );
}

/** Properties of {@link Edit}. */
interface EditProps {
  readonly event: CalendarEvent;
  /** Whether somebody deleted it while it was edited. */
  readonly isGone: boolean;
  readonly path: string;
}

function Edit({ event, isGone, path }: EditProps) {
  // What is edited does not change under the hands of the person.
  const [initial] = useState(event);
  const [initialDraft] = useState(() => draftOf(event));
  const [change] = useChangeEvent();
  const add = useAdding();
  const navigate = useNavigate();
  const leave = () => void navigate(path);
  const submit = async (draft: EventDraft, key: string): Promise<SendOutcome> => {
    if (isGone) return add(draft, key);
    const body = changeOf(initial, draft);
    if (Object.keys(body).length > 0) {
      const { error } = await change({ params: { id: initial.id }, body });
      if (error) {
        toast.error(`The event was not changed. ${problemMessage(error)}`);
        return failureOf(error);
      }
      toast.success('Event changed');
    }
    return 'stored';
  };
  return (
    <>
      {isGone ? (
        <Notice live tone="warning" title="Somebody has deleted this event meanwhile.">
          What stands here is not lost: save it as a new event. An admin can also take the deleted one out of the bin.
        </Notice>
      ) : null}
      <EventForm
        label="Edit event"
        submitLabel={isGone ? 'Save as a new event' : 'Save'}
        id={initial.id}
        isAdded={isGone}
        initial={initialDraft}
        onSubmit={submit}
        onLeave={leave}
      />
    </>
  );
}
