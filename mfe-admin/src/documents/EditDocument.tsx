import type { StoredDocument } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { ItemGroups, problemMessage } from '@cytocomm/portal-api';
import { useState } from 'react';
import { RenameButton } from '../lists/RenameButton.tsx';
import { DetailFields } from './DetailFields.tsx';
import { useChangeDocument } from './document-api.ts';
import { changeTo, draftOf } from './document-details.ts';
import { VisibilityField } from './VisibilityField.tsx';
import { consequencesOf, visibilityChangeOf } from './visibility-change.ts';

/** Changes what a document is called, what it is, who may read it and for which groups alone. What fails is said beside the title. */
export function EditDocument({ document }: { readonly document: StoredDocument }) {
  const { id, title } = document;
  const [change] = useChangeDocument();
  const [draft, setDraft] = useState(draftOf(document));
  const [visibility, setVisibility] = useState(document.visibility);
  const [groups, setGroups] = useState<readonly string[]>([]);
  // Only what the person changed: somebody else may change the rest.
  const [opened, setOpened] = useState(document);
  const save = async (typed: string) => {
    const within = visibility === 'public' ? [] : groups;
    const isForOthers = within.join() !== (opened.groups ?? []).join();
    const body = {
      ...(typed !== opened.title && { title: typed }),
      ...changeTo(opened, draft),
      ...(visibility !== opened.visibility && { visibility }),
      ...(isForOthers && { groups: [...within] }),
    };
    if (Object.keys(body).length === 0) return null;
    const { error } = await change({ params: { id }, body });
    if (error) return `The document was not changed. ${problemMessage(error)}`;
    toast.success('Document changed');
    return null;
  };
  return (
    <RenameButton
      label={`Edit ${title}`}
      title="Edit document"
      part="Title"
      of={`“${title}”`}
      saved="document"
      value={title}
      maxLength={200}
      onOpen={() => {
        setOpened(document);
        setDraft(draftOf(document));
        setVisibility(document.visibility);
        setGroups(document.groups ?? []);
      }}
      onSave={save}
    >
      <DetailFields draft={draft} onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))} />
      <VisibilityField
        label="Who may read it"
        value={visibility}
        hint={
          visibility === opened.visibility
            ? undefined
            : consequencesOf(visibilityChangeOf([{ ...opened, groups: [] }], visibility)).join(' ')
        }
        onChoose={setVisibility}
      />
      {visibility === 'public' ? null : <ItemGroups groups={groups} roles={[visibility]} onChange={setGroups} />}
    </RenameButton>
  );
}
