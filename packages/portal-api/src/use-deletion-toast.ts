import { type BinKind, restoreFromBin } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { mutation } from './mutation.ts';
import { problemMessage } from './problem.ts';

// The notification with Undo. One at a time: several would cover what is below them; the bin has the others.
let offered: string | undefined;

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
  /** When that was, as the deletion's answer says: Undo takes back this alone. */
  readonly deletedAt?: string | undefined;
}

/** Returns a function that says in a toast what was deleted, with Undo, which takes it back out of the bin. */
export function useDeletionToast(): (words: string, deleted: Deleted) => void {
  const [restore] = useRestore();
  return (words, { kind, id, title, deletedAt }) => {
    const undo = async () => {
      toast.loading('Taking it back...', { id: told });
      const { error } = await restore({
        params: { kind, id },
        ...(deletedAt !== undefined && { query: { deletedAt } }),
      });
      if (error) toast.error(`“${title}” was not taken back. ${problemMessage(error)}`, { id: told });
      else toast.success(`“${title}” is back`, { id: told });
    };
    // How an Undo ends is told in its own place, beside what is deleted meanwhile.
    const press = () => {
      if (offered === told) offered = undefined;
      void undo();
    };
    if (offered !== undefined) toast.dismiss(offered);
    const told = toast.success(words, { action: { label: 'Undo', run: press } });
    offered = told;
  };
}
