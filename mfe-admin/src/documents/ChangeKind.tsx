import type { DocumentKind, StoredDocument, WantedKind } from '@cytocomm/contract';
import { Button, toast } from '@cytocomm/kit';
import {
  type BulkBarProps,
  ChoiceField,
  kindLabel,
  namesOf,
  type RunOptions,
  type useEach,
  WANTED_KINDS,
} from '@cytocomm/portal-api';
import { useState } from 'react';
import { useChangeDocument } from './document-api.ts';

/** Properties of {@link ChangeKind}. */
export interface ChangeKindProps extends Pick<BulkBarProps, 'onSelect'> {
  /** The documents that are chosen, by their ids. */
  readonly chosen: ReadonlyMap<string, StoredDocument>;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly run: ReturnType<typeof useEach>['run'];
}

const count = (number: number) => `${number} ${number === 1 ? 'document' : 'documents'}`;

/** Sets the kind of all chosen documents, or takes it away; nobody reads more or less by it, so it does not ask. */
export function ChangeKind({ chosen, run, onSelect, ...state }: ChangeKindProps) {
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
