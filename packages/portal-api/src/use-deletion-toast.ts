import { type BinKind, restoreFromBin } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { mutation } from './endpoint.ts';
import { problemMessage } from './QueryFailure.tsx';

// The toast with Undo. One at a time: several would cover the page; the bin has the others.
let offeredToast: string | undefined;

/** Restores a record from the bin; without `deletedAt` the latest with this id. A refusal may mean outdated lists, so it reads them again. */
export const { useMutation: useRestore } = mutation(restoreFromBin, {
  evenIfRefused: true,
  tags: ['Bin', 'User', 'Document', 'PressRelease', 'Event'],
});

/** A deleted record: its place in the bin, and its title. */
export interface Deleted {
  readonly kind: BinKind;
  /** Its id; a person's e-mail. */
  readonly id: string;
  readonly title: string;
  /** The time in the deletion's answer: Undo restores this one alone. */
  readonly deletedAt?: string | undefined;
}

/** Returns a function that shows a toast of a deletion with Undo, which restores the record from the bin. */
export function useDeletionToast(): (words: string, deleted: Deleted) => void {
  const [restore] = useRestore();
  return (words, { kind, id, title, deletedAt }) => {
    const undo = async () => {
      toast.loading('Taking it back...', { id: toastId });
      const { error } = await restore({
        params: { kind, id },
        ...(deletedAt !== undefined && { query: { deletedAt } }),
      });
      if (error) toast.error(`“${title}” was not taken back. ${problemMessage(error)}`, { id: toastId });
      else toast.success(`“${title}” is back`, { id: toastId });
    };
    // The outcome of Undo replaces its own toast, not that of a later deletion.
    const press = () => {
      if (offeredToast === toastId) offeredToast = undefined;
      void undo();
    };
    if (offeredToast !== undefined) toast.dismiss(offeredToast);
    const toastId = toast.success(words, { action: { label: 'Undo', run: press } });
    offeredToast = toastId;
  };
}
