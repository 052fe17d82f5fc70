import type { StoredDocument } from '@cytocomm/contract';
import { Button, Dialog, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { useState } from 'react';
import { useAdminDeleteDocumentMutation } from './document-api.ts';

/** Deletes a document and its file after asking. */
export function DeleteDocument({ document }: { readonly document: StoredDocument }) {
  const [asking, setAsking] = useState(false);
  const [deleteDocument, { isLoading }] = useAdminDeleteDocumentMutation();

  const confirm = async () => {
    const { error } = await deleteDocument(document.id);
    setAsking(false);
    if (error) toast.error(`“${document.title}” was not deleted. ${problemMessage(error)}`);
    else toast.success('Document deleted');
  };

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon="trash"
        aria-label={`Delete ${document.title}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Are you sure you want to delete this document?"
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" busy={isLoading} onClick={() => void confirm()}>
              Delete document
            </Button>
          </>
        }
      >
        <p>“{document.title}” and its file are gone for everybody, and links to it stop working.</p>
      </Dialog>
    </>
  );
}
