import type { StoredDocument, Visibility } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Button, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import {
  BulkBar,
  type BulkBarProps,
  DeleteChosen,
  type Failure,
  namesOf,
  problemMessage,
  type RunOptions,
  useEach,
} from '@cytocomm/portal-api';
import { useState } from 'react';
import { ChangeKind, type ChangeKindProps } from './ChangeKind.tsx';
import { useChangeDocument, useDeleteDocument } from './document-api.ts';
import { VisibilityField } from './VisibilityField.tsx';
import {
  changedSentence,
  consequencesOf,
  documentCount,
  nothingToChange,
  questionOf,
  visibilityChangeOf,
} from './visibility-change.ts';

/** Properties of {@link DocumentBulk}. */
export type DocumentBulkProps = Pick<BulkBarProps, 'selected'> & Pick<ChangeKindProps, 'chosen' | 'onSelect'>;

const titleOf = ({ title }: StoredDocument) => title;

/** Returns why a document was not changed. Somebody may have made it one for groups meanwhile. */
const reasonOf = (error: unknown) =>
  isApiProblem(error) && error.errors.some(({ path }) => path === 'body.groups')
    ? 'It is for groups alone. Take the groups away first, with Edit.'
    : problemMessage(error);

const notTakenBack = (failed: readonly Failure[]) =>
  `${documentCount(failed.length)} could not be changed back: ${namesOf(failed)}. ${failed[0]?.reason}`;

/** What is done to all documents that are chosen, after asking: others may read them, they are of another kind, or they are deleted. What fails, or is not reached, stays chosen. */
export function DocumentBulk({ chosen, selected, onSelect }: DocumentBulkProps) {
  const [asking, setAsking] = useState(false);
  const [visibility, setVisibility] = useState<Visibility>('investor');
  const [changeDocument] = useChangeDocument();
  const [deleteDocument] = useDeleteDocument();
  const { run, ...each } = useEach(reasonOf);
  const wanted = visibilityChangeOf([...chosen.values()], visibility);

  const titleById = (id: string) => chosen.get(id)?.title ?? id;
  const changeAll = (targets: ReadonlyMap<string, Visibility>, options?: RunOptions) =>
    run(
      [...targets.keys()],
      async (id) => {
        const target = targets.get(id);
        return target === undefined ? {} : changeDocument({ params: { id }, body: { visibility: target } });
      },
      titleById,
      options,
    );
  const takeBack = async (before: ReadonlyMap<string, Visibility>) => {
    const { done, failed, left } = await changeAll(before, { isToldByCaller: true });
    if (done.length > 0) toast.success(`${documentCount(done.length)} can be read by those who could before.`);
    if (failed.length > 0) toast.error(notTakenBack(failed));
    if (left.length > 0)
      toast.error(
        `Stopped before ${documentCount(left.length)}: ${namesOf(left.map((id) => ({ name: titleById(id) })))}.`,
      );
  };
  const ask = () => {
    if (wanted.changed.length > 0) {
      setAsking(true);
      return;
    }
    toast[wanted.kept.length > 0 ? 'error' : 'success'](nothingToChange(wanted));
    onSelect(new Set(wanted.kept.map(({ id }) => id)));
  };
  const showAll = async () => {
    setAsking(false);
    const { done, failed, left } = await changeAll(new Map(wanted.changed.map(({ id }) => [id, visibility])));
    onSelect(new Set([...failed.map(({ key }) => key), ...left, ...wanted.kept.map(({ id }) => id)]));
    const changed = wanted.changed.filter(({ id }) => done.includes(id));
    const stopped = left.length === 0 ? '' : ` Stopped before ${documentCount(left.length)}.`;
    if (changed.length === 0) return;
    const before = new Map(changed.map((document) => [document.id, document.visibility]));
    const told = toast.success(`${changedSentence(visibility, changed)}${stopped}`, {
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
            <VisibilityField label="Who may read them" hideLabel value={visibility} onChoose={setVisibility} />
            <Button variant="secondary" size="small" {...state} onClick={ask}>
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
        question={questionOf(wanted)}
        confirmLabel="Change visibility"
        cancelLabel="Cancel"
        onCancel={() => setAsking(false)}
        onConfirm={() => void showAll()}
      >
        {consequencesOf(wanted).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </ConfirmDialog>
    </>
  );
}
