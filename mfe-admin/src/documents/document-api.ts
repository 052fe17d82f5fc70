import {
  changeDocument,
  type DocumentListQuery,
  deleteDocument,
  deleteDocumentVersion,
  listDocuments,
  listDocumentVersions,
  readStorageUsage,
  restoreDocumentVersion,
  type StoredDocument,
} from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { endpoint, mutation, pages, problemMessage } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';

const tags = ['Document'] as const;

export const { useQuery: useDocumentVersions } = endpoint(listDocumentVersions, { tags });
const { useMutation: useRestoreVersion } = mutation(restoreDocumentVersion, { tags, evenIfRefused: true });
export const { useMutation: useDeleteVersion } = mutation(deleteDocumentVersion, { tags, evenIfRefused: true });

/** Which version becomes the current one, in place of the file with this hash. */
interface Wanted {
  readonly id: string;
  readonly number: number;
  readonly sha256: string;
}

/** Returns functions that make a version current, and that say in a toast which one is, with Undo. */
export function useMakeCurrent() {
  const [restore, { isLoading }] = useRestoreVersion();

  async function makeCurrent({ id, number, sha256 }: Wanted): Promise<StoredDocument | undefined> {
    const params = { id, number: String(number) };
    const { data, error } = await restore({ params, headers: { 'if-match': `"${sha256}"` } });
    if (data === undefined) toast.error(`Version ${number} was not made current. ${problemMessage(error)}`);
    return data;
  }

  /** Shows that a document has another file; Undo, outside of a preview, makes the former one current again. */
  function tellReplaced(message: string, { id, sha256 }: StoredDocument, former: number): void {
    const undo = () => {
      toast.dismiss(toastId);
      void makeCurrent({ id, number: former, sha256 }).then((back) => {
        if (back) toast.success(`Version ${former} is the current one again.`);
      });
    };
    // A preview would refuse it.
    const mayUndo = useSession.getState().previewAs === null;
    const toastId = toast.success(message, {
      // Takes the place of an earlier toast, whose Undo would fail.
      id: `the file of ${id}`,
      ...(mayUndo && { action: { label: 'Undo', run: undo } }),
    });
  }

  return { makeCurrent, tellReplaced, isLoading };
}

/** The list that customers have, too; uploading has a call of its own, which tells its progress. */
const documents = pages(listDocuments, { tags });

/** Reads documents, page after page. */
export const useDocumentPages = (query: DocumentListQuery) => documents.useInfiniteQuery({ query });

export const { useQuery: useStorageUsage } = endpoint(readStorageUsage, { tags });
export const { useMutation: useDeleteDocument } = mutation(deleteDocument, { tags: [...tags, 'Bin'] });
export const { useMutation: useChangeDocument } = mutation(changeDocument, { tags });
