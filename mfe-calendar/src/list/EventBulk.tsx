import type { CalendarEvent } from '@cytocomm/contract';
import { Button, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { BulkBar, type BulkBarProps, namesOf, problemMessage, useEach, useRestore } from '@cytocomm/portal-api';
import { useState } from 'react';
import { useDeleteEvent } from '../events/event-api.ts';

/** Properties of {@link EventBulk}. */
export interface EventBulkProps extends Pick<BulkBarProps, 'selected' | 'onSelect'> {
  /** The events that are chosen, by their ids. */
  readonly chosen: ReadonlyMap<string, CalendarEvent>;
}

/** How long a deletion can be taken back in its toast, in ms. */
const UNDO_MS = 10_000;

const count = (number: number) => `${number} ${number === 1 ? 'event' : 'events'}`;

/** Deletes all events that are chosen, after asking, with Undo. What could not be deleted stays chosen. */
export function EventBulk({ chosen, selected, onSelect }: EventBulkProps) {
  const [asking, setAsking] = useState(false);
  const [deleteEvent] = useDeleteEvent();
  const [restore] = useRestore();
  const { run, ...each } = useEach(problemMessage, (id) => chosen.get(id)?.title ?? id);

  const takeBack = async (ids: readonly string[]) => {
    const failed = await run(ids, async (id) => restore({ params: { kind: 'event', id } }));
    const back = ids.length - failed.length;
    if (back > 0) toast.success(`${count(back)} taken back.`);
    if (failed.length > 0) toast.error(`${count(failed.length)} could not be taken back: ${namesOf(failed)}.`);
  };
  const deleteAll = async () => {
    setAsking(false);
    const failed = await run([...selected], async (id) => deleteEvent({ params: { id } }));
    const left = new Set(failed.map(({ key }) => key));
    const gone = [...selected].filter((id) => !left.has(id));
    onSelect(left);
    if (gone.length === 0) return;
    toast.success(`${count(gone.length)} deleted. The bin keeps them for 30 days.`, {
      duration: UNDO_MS,
      action: { label: 'Undo', run: () => void takeBack(gone) },
    });
  };

  return (
    <>
      <BulkBar label="Selected events" selected={selected} onSelect={onSelect} each={each}>
        {(state) => (
          <Button variant="danger" size="small" {...state} onClick={() => setAsking(true)}>
            Delete selected
          </Button>
        )}
      </BulkBar>
      <ConfirmDialog
        open={asking}
        question={`Delete ${count(selected.size)}?`}
        confirmLabel="Delete events"
        cancelLabel="Cancel"
        isLoss
        onCancel={() => setAsking(false)}
        onConfirm={() => void deleteAll()}
      >
        <p>
          They disappear from every calendar, also from those that subscribe to it. You can take this back within 30
          days.
        </p>
      </ConfirmDialog>
    </>
  );
}
