import type { StoredDocument } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { RenameButton } from '../lists/RenameButton.tsx';
import { useChangeDocument } from './document-api.ts';

/** Renames a document. What fails is said beside the field. */
export function RenameDocument({ document: { id, title } }: { readonly document: StoredDocument }) {
  const [change] = useChangeDocument();
  const save = async (typed: string) => {
    const { error } = await change({ params: { id }, body: { title: typed } });
    if (error) return `The title was not changed. ${problemMessage(error)}`;
    toast.success('Document renamed');
    return null;
  };
  return (
    <RenameButton
      label={`Rename ${title}`}
      title="Rename document"
      part="Title"
      of={`“${title}”`}
      value={title}
      maxLength={200}
      onSave={save}
    />
  );
}
