import type { DocumentChange, StoredDocument, Visibility, WantedKind } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Button, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import {
  BulkBar,
  type BulkBarProps,
  ChoiceField,
  DeleteChosen,
  kindLabel,
  namesOf,
  problemMessage,
  type RunOptions,
  useEach,
  WANTED_KINDS,
} from '@cytocomm/portal-api';
import { useState } from 'react';
import type { Selection } from '../lists/ResourceList.tsx';
import { showDone } from '../lists/records.tsx';
import { VisibilityField } from './DetailFields.tsx';
import { useChangeDocument, useDeleteDocument } from './document-api.ts';
import {
  changedSentence,
  consequencesOf,
  documentCount,
  nothingToChange,
  questionOf,
  visibilityChangeOf,
} from './visibility.ts';

/** A change of several documents, and the toasts about it. */
interface BulkChange {
  readonly change: DocumentChange;
  /** Returns the change that Undo makes of a document as it was. */
  readonly changeBack: (before: StoredDocument) => DocumentChange;
  readonly done: (changed: readonly StoredDocument[]) => string;
  readonly undone: string;
  /** The ids that stay chosen besides those that failed. */
  readonly stay?: readonly string[];
}

type Run = ReturnType<typeof useEach>['run'];

/** Returns a function that changes several documents, with Undo in its toast. What fails, or is not reached, stays chosen. */
function useChangeAll(run: Run, onSelect: BulkBarProps['onSelect']) {
  const [changeDocument] = useChangeDocument();
  const changeAll = (
    documents: readonly StoredDocument[],
    changeOf: (document: StoredDocument) => DocumentChange,
    options?: RunOptions,
  ) => {
    const byId = new Map(documents.map((document) => [document.id, document]));
    return run(
      [...byId.keys()],
      async (id) => {
        const document = byId.get(id);
        return document ? changeDocument({ params: { id }, body: changeOf(document) }) : {};
      },
      (id) => byId.get(id)?.title ?? id,
      options,
    );
  };
  const takeBack = async (changed: readonly StoredDocument[], { changeBack, undone }: BulkChange) => {
    const { done, failed, left } = await changeAll(changed, changeBack, { isToldByCaller: true });
    if (done.length > 0) toast.success(`${documentCount(done.length)} ${undone}`);
    if (failed.length > 0)
      toast.error(
        `${documentCount(failed.length)} could not be changed back: ${namesOf(failed)}. ${failed[0]?.reason}`,
      );
    const skipped = changed.filter(({ id }) => left.includes(id)).map(({ title }) => ({ name: title }));
    if (left.length > 0) toast.error(`Stopped before ${documentCount(left.length)}: ${namesOf(skipped)}.`);
  };
  return async (documents: readonly StoredDocument[], bulkChange: BulkChange) => {
    const { done, failed, left } = await changeAll(documents, () => bulkChange.change);
    onSelect(new Set([...failed.map(({ key }) => key), ...left, ...(bulkChange.stay ?? [])]));
    const changed = documents.filter(({ id }) => done.includes(id));
    if (changed.length === 0) return;
    const stopped = left.length === 0 ? '' : ` Stopped before ${documentCount(left.length)}.`;
    showDone(`${bulkChange.done(changed)}${stopped}`, () => void takeBack(changed, bulkChange));
  };
}

/** Returns why a document was not changed. Somebody may have limited it to groups meanwhile. */
const reasonOf = (error: unknown) =>
  isApiProblem(error) && error.errors.some(({ path }) => path === 'body.groups')
    ? 'It is for groups alone. Take the groups away first, with Edit.'
    : problemMessage(error);

const titleOf = ({ title }: StoredDocument) => title;

/** Changes the visibility or the kind of all chosen documents, or deletes them. What fails, or is not reached, stays chosen. */
export function DocumentBulk({ chosen, selected, onSelect }: Selection<StoredDocument>) {
  const [asking, setAsking] = useState(false);
  const [visibility, setVisibility] = useState<Visibility>('investor');
  const [deleteDocument] = useDeleteDocument();
  const { run, ...each } = useEach(reasonOf);
  const changeAll = useChangeAll(run, onSelect);
  const wanted = visibilityChangeOf([...chosen.values()], visibility);
  const unchanged = wanted.kept.map(({ id }) => id);

  const ask = () => {
    if (wanted.changed.length > 0) {
      setAsking(true);
      return;
    }
    toast[unchanged.length > 0 ? 'error' : 'success'](nothingToChange(wanted));
    onSelect(new Set(unchanged));
  };
  const showAll = () => {
    setAsking(false);
    void changeAll(wanted.changed, {
      change: { visibility },
      changeBack: (before) => ({ visibility: before.visibility }),
      done: (changed) => changedSentence(visibility, changed),
      undone: 'can be read by those who could before.',
      stay: unchanged,
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
            <ChangeKind {...state} documents={[...chosen.values()]} onSelect={onSelect} changeAll={changeAll} />
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
        onConfirm={showAll}
      >
        {consequencesOf(wanted).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </ConfirmDialog>
    </>
  );
}

interface ChangeKindProps extends Pick<BulkBarProps, 'onSelect'> {
  readonly documents: readonly StoredDocument[];
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly changeAll: ReturnType<typeof useChangeAll>;
}

/** Sets or removes the kind of all chosen documents. It changes no one's access, so it does not ask. */
function ChangeKind({ documents, onSelect, changeAll, ...state }: ChangeKindProps) {
  // Until one is chosen nothing is done: a press by mistake would take away all kinds.
  const [wanted, setWanted] = useState<WantedKind>();
  const kind = wanted === 'none' ? undefined : wanted;

  const apply = () => {
    const others = documents.filter((document) => document.kind !== kind);
    if (others.length === 0) {
      onSelect(new Set());
      toast.success('All of them are of that kind already.');
      return;
    }
    void changeAll(others, {
      change: { kind: kind ?? null },
      changeBack: (before) => ({ kind: before.kind ?? null }),
      done: (changed) => `${documentCount(changed.length)} changed. Kind: ${kindLabel(kind) || 'none'}.`,
      undone: 'changed back.',
    });
  };

  return (
    <>
      <ChoiceField
        label="What they are"
        hideLabel
        value={wanted}
        all="Choose a kind"
        choices={WANTED_KINDS}
        onChange={setWanted}
      />
      <Button
        variant="secondary"
        size="small"
        {...state}
        disabled={state.disabled || wanted === undefined}
        onClick={apply}
      >
        Change kind
      </Button>
    </>
  );
}
