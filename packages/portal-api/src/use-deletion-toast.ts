import { type BinKind, restoreFromBin } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { mutation } from './mutation.ts';
import { problemMessage } from './problem.ts';

/** One at a time: several would cover what is below them; the bin has the others. */
const TOAST = 'deletion';

/** Takes something back out of the bin, by default whatever has the address now. A refusal may mean that what is shown is old. */
export const { useMutation: useRestore } = mutation(restoreFromBin, {
  evenIfRefused: true,
  tags: ['Bin', 'User', 'Document', 'PressRelease', 'Event'],
});

/** What was deleted: its place in the bin, and what people call it. */
export interface Deleted {
  readonly kind: BinKind;
  /** The id that it had; of a person the e-mail. */
  readonly id: string;
  readonly title: string;
}

/** Returns a function that says in a toast what was deleted, with Undo, which takes it back out of the bin. */
export function useDeletionToast(): (words: string, deleted: Deleted) => void {
  const [restore] = useRestore();
  return (words, { kind, id, title }) => {
    const undo = async () => {
      toast.loading('Taking it back...', { id: TOAST });
      const { error } = await restore({ params: { kind, id } });
      if (error) toast.error(`“${title}” was not taken back. ${problemMessage(error)}`, { id: TOAST });
      else toast.success(`“${title}” is back`, { id: TOAST });
    };
    toast.success(words, { id: TOAST, action: { label: 'Undo', run: () => void undo() } });
  };
}
