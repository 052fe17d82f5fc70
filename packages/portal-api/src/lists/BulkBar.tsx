import type { BinKind } from '@cytocomm/contract';
import { Button, Dialog, Notice, toast } from '@cytocomm/kit';
import { type ReactNode, useState } from 'react';
import { useRestore } from '../use-deletion-toast.ts';
import { focusListWhenGone } from './AtLowerEdge.tsx';
import classes from './lists.module.css';
import { type Failure, MAX_CHOSEN, namesOf, type useEach } from './use-each.ts';

/** Properties of {@link DeleteChosen}. */
export interface DeleteChosenProps<Row> extends Pick<BulkBarProps, 'onSelect'> {
  /** Their place in the bin. */
  readonly kind: BinKind;
  /** The noun for one and for several: `event` and `events`. */
  readonly one: string;
  readonly several: string;
  /** The selected records by id. */
  readonly chosen: ReadonlyMap<string, Row>;
  readonly nameOf: (row: Row) => string;
  /** Deletes one. `deletedAt` is returned where another record may get its id: Undo restores this one alone. */
  readonly remove: (
    id: string,
    row: Row | undefined,
  ) => Promise<{ readonly error?: unknown; readonly deletedAt?: string | undefined }>;
  readonly run: ReturnType<typeof useEach>['run'];
  readonly busy: boolean;
  readonly disabled: boolean;
  /** The consequences of the deletion. */
  readonly children: ReactNode;
}

/** A button of a BulkBar that deletes the selection after a question, with Undo. Records that were not deleted stay selected. */
export function DeleteChosen<Row>({
  kind,
  one,
  several,
  chosen,
  nameOf,
  remove,
  run,
  onSelect,
  children,
  ...state
}: DeleteChosenProps<Row>) {
  // The records of the question are the ones deleted, even when the selection changes.
  const [pending, setPending] = useState<ReadonlyMap<string, Row>>();
  const rows = pending ?? chosen;
  const [restore] = useRestore();
  const count = (number: number) => `${number} ${number === 1 ? one : several}`;

  const nameById = (id: string) => {
    const row = rows.get(id);
    return row === undefined ? id : nameOf(row);
  };

  const takeBack = async (ids: readonly string[], moments: ReadonlyMap<string, string>) => {
    const restoreOne = async (id: string) => {
      const deletedAt = moments.get(id);
      return restore({ params: { kind, id }, ...(deletedAt !== undefined && { query: { deletedAt } }) });
    };
    const { done, failed, left } = await run(ids, restoreOne, nameById, { isToldByCaller: true });
    if (done.length > 0) toast.success(`${count(done.length)} taken back.`);
    const [first] = failed;
    if (first) toast.error(`${count(failed.length)} could not be taken back: ${namesOf(failed)}. ${first.reason}`);
    const inBin = left.map((id) => ({ name: nameById(id) }));
    if (left.length > 0) toast.error(`Stopped. ${count(left.length)} still in the bin: ${namesOf(inBin)}.`);
  };
  const deleteAll = async () => {
    setPending(undefined);
    const moments = new Map<string, string>();
    const removeOne = async (id: string) => {
      const { error, deletedAt } = await remove(id, rows.get(id));
      if (deletedAt !== undefined) moments.set(id, deletedAt);
      return { error };
    };
    const { done, failed, left } = await run([...rows.keys()], removeOne, nameById);
    onSelect(new Set([...failed.map(({ key }) => key), ...left]));
    if (done.length === 0) return;
    const stopped = left.length === 0 ? '' : ` Stopped before ${count(left.length)}.`;
    const toastId = toast.success(`${count(done.length)} deleted. The bin keeps them for 30 days.${stopped}`, {
      action: {
        label: 'Undo',
        run: () => {
          toast.dismiss(toastId);
          void takeBack(done, moments);
        },
      },
    });
  };

  return (
    <>
      <Button variant="danger" size="small" {...state} onClick={() => setPending(chosen)}>
        Delete selected
      </Button>
      <Dialog
        open={pending !== undefined}
        onClose={() => setPending(undefined)}
        title={`Delete ${count(rows.size)}?`}
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={() => setPending(undefined)}>
              Cancel
            </Button>
            <Button variant="danger" onClick={() => void deleteAll()}>
              Delete {several}
            </Button>
          </>
        }
      >
        <p className={classes.names}>{namesOf([...rows.values()].map((row) => ({ name: nameOf(row) })))}</p>
        <p>{children}</p>
      </Dialog>
    </>
  );
}

/** Properties of {@link FailureNotice}. */
interface FailureNoticeProps {
  readonly failures: readonly Failure[];
  readonly onClose: () => void;
}

/** The records that could not be changed, with the reasons. */
function FailureNotice({ failures, onClose }: FailureNoticeProps) {
  if (failures.length === 0) return null;
  return (
    <Notice live tone="warning" title={`${failures.length} could not be changed`}>
      <ul>
        {failures.map(({ key, name, reason }) => (
          <li key={key}>
            {name}: {reason}
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" onClick={onClose}>
        Close
      </Button>
    </Notice>
  );
}

/** Properties of {@link BulkBar}. */
export interface BulkBarProps {
  /** The accessible name: `Selected documents`. */
  readonly label: string;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** The state of the changes. */
  readonly each: Pick<ReturnType<typeof useEach>, 'progress' | 'failures' | 'dismiss' | 'stop'>;
  /** Why an action is missing; shown during a selection. */
  readonly failure?: ReactNode;
  /** Renders the buttons of the actions. */
  readonly children: (state: { readonly busy: boolean; readonly disabled: boolean }) => ReactNode;
}

/**
 * The bar of a selection, over the lower edge of the page: its actions, their progress and failures. It precedes its list, which
 * gets the focus when the bar closes.
 */
export function BulkBar({ label, selected, onSelect, each, failure, children }: BulkBarProps) {
  const { progress, failures, dismiss, stop } = each;
  const busy = progress !== undefined;
  const disabled = selected.size > MAX_CHOSEN;
  const isOpen = selected.size > 0 || busy;
  const hasMessages = failures.length > 0 || (isOpen && failure !== undefined);
  if (!isOpen && !hasMessages) return null;
  return (
    <div className={classes.dock}>
      {hasMessages ? (
        <div ref={focusListWhenGone} className={classes.messages}>
          {isOpen ? failure : null}
          <FailureNotice failures={failures} onClose={dismiss} />
        </div>
      ) : null}
      {isOpen ? (
        <section ref={focusListWhenGone} aria-label={label} className={classes.bulk}>
          <span className="tabular">
            {busy ? `${progress.done} of ${progress.of} done` : `${selected.size} selected`}
          </span>
          {busy ? (
            <Button variant="secondary" size="small" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button variant="quiet" size="small" onClick={() => onSelect(new Set())}>
              Clear selection
            </Button>
          )}
          {disabled ? <span>At most {MAX_CHOSEN} at once: select fewer.</span> : null}
          {children({ busy, disabled })}
        </section>
      ) : null}
    </div>
  );
}
