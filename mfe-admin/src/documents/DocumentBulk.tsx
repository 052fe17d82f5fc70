import type { DocumentKind, StoredDocument, Visibility, WantedKind } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Button, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import {
  BulkBar,
  type BulkBarProps,
  ChoiceField,
  DeleteChosen,
  type Failure,
  kindLabel,
  namesOf,
  problemMessage,
  type RunOptions,
  useEach,
  WANTED_KINDS,
} from '@cytocomm/portal-api';
import { useState } from 'react';
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

/** Properties of {@link ChangeKind}. */
interface ChangeKindProps extends Pick<BulkBarProps, 'onSelect'> {
  /** The documents that are chosen, by their ids. */
  readonly chosen: ReadonlyMap<string, StoredDocument>;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly run: ReturnType<typeof useEach>['run'];
}

const count = (number: number) => `${number} ${number === 1 ? 'document' : 'documents'}`;

/** Sets the kind of all chosen documents, or takes it away; nobody reads more or less by it, so it does not ask. */
function ChangeKind({ chosen, run, onSelect, ...state }: ChangeKindProps) {
  // Until one is chosen nothing is done: a press by mistake would take away all kinds.
  const [wanted, setWanted] = useState<WantedKind>();
  const kind = wanted === 'none' ? undefined : wanted;
  const [changeDocument] = useChangeDocument();

  const changeAll = (documents: readonly StoredDocument[], kindOf: KindOf, options?: RunOptions) => {
    const byId = new Map(documents.map((document) => [document.id, document]));
    return run(
      [...byId.keys()],
      async (id) => {
        const document = byId.get(id);
        return document ? changeDocument({ params: { id }, body: { kind: kindOf(document) ?? null } }) : {};
      },
      (id) => byId.get(id)?.title ?? id,
      options,
    );
  };
  const takeBack = async (changed: readonly StoredDocument[]) => {
    const { done, failed } = await changeAll(changed, (before) => before.kind, { isToldByCaller: true });
    if (done.length > 0) toast.success(`${count(done.length)} of the kind of before.`);
    if (failed.length > 0)
      toast.error(`${count(failed.length)} could not be changed back: ${namesOf(failed)}. ${failed[0]?.reason}`);
  };
  const apply = async () => {
    const others = [...chosen.values()].filter((document) => document.kind !== kind);
    const { done, failed, left } = await changeAll(others, () => kind);
    onSelect(new Set([...failed.map(({ key }) => key), ...left]));
    if (others.length === 0) toast.success('All of them are of that kind already.');
    const changed = others.filter(({ id }) => done.includes(id));
    if (changed.length === 0) return;
    const stopped = left.length === 0 ? '' : ` Stopped before ${count(left.length)}.`;
    const told = toast.success(`${count(changed.length)} changed. Kind: ${kindLabel(kind) || 'none'}.${stopped}`, {
      action: {
        label: 'Undo',
        run: () => {
          toast.dismiss(told);
          void takeBack(changed);
        },
      },
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
        onClick={() => void apply()}
      >
        Change kind
      </Button>
    </>
  );
}

type KindOf = (document: StoredDocument) => DocumentKind | undefined;

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
