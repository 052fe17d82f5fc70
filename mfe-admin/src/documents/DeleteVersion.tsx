import type { DocumentVersion } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { DeleteButton } from '@cytocomm/kit/dashboard';
import { problemMessage } from '@cytocomm/portal-api';
import { useDeleteVersion } from './version-api.ts';

/** Properties of {@link DeleteVersion}. */
export interface DeleteVersionProps {
  /** The id of the document. */
  readonly id: string;
  /** Not the current one. */
  readonly version: DocumentVersion;
}

/** Deletes an earlier file of a document for good, after asking. */
export function DeleteVersion({ id, version: { number, name } }: DeleteVersionProps) {
  const [deleteVersion] = useDeleteVersion();

  const onDelete = async () => {
    const { error } = await deleteVersion({ params: { id, number: String(number) } });
    if (error) toast.error(`Version ${number} was not deleted. ${problemMessage(error)}`);
    else toast.success(`Version ${number} is deleted for good`);
  };

  return (
    <DeleteButton
      name={`version ${number} for good`}
      question={`Delete version ${number} for good?`}
      confirmLabel="Delete for good"
      iconOnly
      onDelete={onDelete}
    >
      “{name}” cannot come back after this. The current file and the link stay as they are.
    </DeleteButton>
  );
}
