import type { StoredDocument, Visibility } from '@cytocomm/contract';
import { Button, Select, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import {
  BulkBar,
  type BulkBarProps,
  choiceNamed,
  DeleteChosen,
  type Failure,
  namesOf,
  problemMessage,
  type RunOptions,
  useEach,
} from '@cytocomm/portal-api';
import { useState } from 'react';
import { ChangeKind } from './ChangeKind.tsx';
import { visibilities } from './document.ts';
import { useChangeDocument, useDeleteDocument } from './document-api.ts';

/** Properties of {@link DocumentBulk}. */
export interface DocumentBulkProps extends Pick<BulkBarProps, 'selected' | 'onSelect'> {
  /** The documents that are chosen, by their ids. */
  readonly chosen: ReadonlyMap<string, StoredDocument>;
}

const count = (number: number) => `${number} ${number === 1 ? 'document' : 'documents'}`;

const titleOf = ({ title }: StoredDocument) => title;

const notTakenBack = (failed: readonly Failure[]) =>
  `${count(failed.length)} could not be changed back: ${namesOf(failed)}. ${failed[0]?.reason}`;

/** What is done to all documents that are chosen, after asking: others may read them, they are of another kind, or they are deleted. What fails, or is not reached, stays chosen. */
export function DocumentBulk({ chosen, selected, onSelect }: DocumentBulkProps) {
  const [asking, setAsking] = useState(false);
  const [visibility, setVisibility] = useState<Visibility>('investor');
  const [changeDocument] = useChangeDocument();
  const [deleteDocument] = useDeleteDocument();
  const { run, ...each } = useEach(problemMessage);
  const readers = visibilities.find(({ value }) => value === visibility)?.label ?? visibility;
  const isForAll = visibility === 'public';

  const titleById = (id: string) => chosen.get(id)?.title ?? id;
  const changeAll = (wanted: ReadonlyMap<string, Visibility>, options?: RunOptions) =>
    run(
      [...wanted.keys()],
      async (id) => {
        const target = wanted.get(id);
        return target === undefined ? {} : changeDocument({ params: { id }, body: { visibility: target } });
      },
      titleById,
      options,
    );
  const takeBack = async (before: ReadonlyMap<string, Visibility>) => {
    const { done, failed, left } = await changeAll(before, { isToldByCaller: true });
    if (done.length > 0) toast.success(`${count(done.length)} can be read by those who could before.`);
    if (failed.length > 0) toast.error(notTakenBack(failed));
    if (left.length > 0)
      toast.error(`Stopped before ${count(left.length)}: ${namesOf(left.map((id) => ({ name: titleById(id) })))}.`);
  };
  const showAll = async () => {
    setAsking(false);
    const others = [...chosen.values()].filter((document) => document.visibility !== visibility);
    const { done, failed, left } = await changeAll(new Map(others.map(({ id }) => [id, visibility])));
    onSelect(new Set([...failed.map(({ key }) => key), ...left]));
    const changed = others.filter(({ id }) => done.includes(id));
    const stopped = left.length === 0 ? '' : ` Stopped before ${count(left.length)}.`;
    if (others.length === 0) toast.success(`All of them are for ${readers} already.`);
    if (changed.length === 0) return;
    const before = new Map(changed.map((document) => [document.id, document.visibility]));
    const told = toast.success(`${count(changed.length)} for ${readers} from now on.${stopped}`, {
      action: {
        label: 'Undo',
        run: () => {
          toast.dismiss(told);
          void takeBack(before);
        },
      },
    });
  };

  return (
    <>
      <BulkBar label="Selected documents" selected={selected} onSelect={onSelect} each={each}>
        {(state) => (
          <>
            <Select
              label="Who may read them"
              hideLabel
              value={visibility}
              onChange={({ target }) => setVisibility(choiceNamed(visibilities, target.value) ?? visibility)}
            >
              {visibilities.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <Button variant="secondary" size="small" {...state} onClick={() => setAsking(true)}>
              Change visibility
            </Button>
            <ChangeKind {...state} chosen={chosen} run={run} onSelect={onSelect} />
            <DeleteChosen
              {...state}
              kind="document"
              one="document"
              several="documents"
              chosen={chosen}
              nameOf={titleOf}
              remove={(id) => deleteDocument({ params: { id } })}
              run={run}
              onSelect={onSelect}
            >
              They are gone for everybody, and links to them stop working. You can take this back within 30 days.
            </DeleteChosen>
          </>
        )}
      </BulkBar>
      <ConfirmDialog
        open={asking}
        question={isForAll ? `Publish ${count(selected.size)}?` : `Show ${count(selected.size)} to ${readers} alone?`}
        confirmLabel="Change visibility"
        cancelLabel="Cancel"
        onCancel={() => setAsking(false)}
        onConfirm={() => void showAll()}
      >
        <p>
          {isForAll
            ? 'Everybody can read them at once, without signing in.'
            : `${readers} can read them at once. Whoever else could read them cannot any more; what was downloaded stays with them.`}
        </p>
      </ConfirmDialog>
    </>
  );
}
