import type { StoredDocument } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { DeleteButton } from '@cytocomm/kit/dashboard';
import { problemMessage, useDeletionToast } from '@cytocomm/portal-api';
import { useDeleteDocument } from './document-api.ts';

/** Deletes a document and its file after asking. */
export function DeleteDocument({ document: { id, title } }: { readonly document: StoredDocument }) {
  const [deleteDocument] = useDeleteDocument();
  const tellDeleted = useDeletionToast();

  const onDelete = async () => {
    const { error } = await deleteDocument({ params: { id } });
    if (error) toast.error(`“${title}” was not deleted. ${problemMessage(error)}`);
    else tellDeleted('Document deleted', { kind: 'document', id, title });
  };

  return (
    <DeleteButton
      name={title}
      question="Are you sure you want to delete this document?"
      confirmLabel="Delete document"
      iconOnly
      onDelete={onDelete}
    >
      “{title}” and its file are gone for everybody, and links to it stop working. You can take this back within 30
      days.
    </DeleteButton>
  );
}
