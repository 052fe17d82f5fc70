import type { BinKind } from '@cytocomm/contract';
import { Button, Dialog, toast } from '@cytocomm/kit';
import { type ReactNode, useState } from 'react';
import { useRestore } from '../use-deletion-toast.ts';
import type { BulkBarProps } from './BulkBar.tsx';
import classes from './lists.module.css';
import { namesOf } from './names-of.ts';
import type { useEach } from './use-each.ts';

/** Properties of {@link DeleteChosen}. */
export interface DeleteChosenProps<Row> extends Pick<BulkBarProps, 'onSelect'> {
  /** Their place in the bin. */
  readonly kind: BinKind;
  /** What one of them is called, and several: `event` and `events`. */
  readonly one: string;
  readonly several: string;
  /** The records that are chosen, by their ids, as the list shows them. */
  readonly chosen: ReadonlyMap<string, Row>;
  readonly nameOf: (row: Row) => string;
  /** Deletes one. `deletedAt` is when that was, where something else may get its id: Undo takes back this alone. */
  readonly remove: (
    id: string,
    row: Row | undefined,
  ) => Promise<{ readonly error?: unknown; readonly deletedAt?: string | undefined }>;
  readonly run: ReturnType<typeof useEach>['run'];
  readonly busy: boolean;
  readonly disabled: boolean;
  /** What it means that they are deleted. */
  readonly children: ReactNode;
}

/** A button of a BulkBar that deletes all that are chosen, after asking by their names, with Undo. What could not be deleted, or was not reached, stays chosen. */
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
  // What is asked about is what is deleted, also when somebody changes it meanwhile.
  const [asked, setAsked] = useState<ReadonlyMap<string, Row>>();
  const rows = asked ?? chosen;
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
    setAsked(undefined);
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
    const told = toast.success(`${count(done.length)} deleted. The bin keeps them for 30 days.${stopped}`, {
      action: {
        label: 'Undo',
        run: () => {
          toast.dismiss(told);
          void takeBack(done, moments);
        },
      },
    });
  };

  return (
    <>
      <Button variant="danger" size="small" {...state} onClick={() => setAsked(chosen)}>
        Delete selected
      </Button>
      <Dialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`Delete ${count(rows.size)}?`}
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(undefined)}>
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
