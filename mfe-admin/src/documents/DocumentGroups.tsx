import type { StoredDocument } from '@cytocomm/contract';
import { Button, Dialog, Notice, toast, VisuallyHidden } from '@cytocomm/kit';
import { ItemGroups, problemMessage, useGroups } from '@cytocomm/portal-api';
import { useState } from 'react';
import { useChangeDocument } from './document-api.ts';

/** Chooses for which groups alone a document is: a button, and behind it the groups. What is public, or may be for none, has no button. */
export function DocumentGroups({ document }: { readonly document: StoredDocument }) {
  const { id, title, visibility, groups = [] } = document;
  const { data } = useGroups();
  const [change, { isLoading }] = useChangeDocument();
  // Undefined while the dialog is closed.
  const [chosen, setChosen] = useState<readonly string[]>();
  const [refusal, setRefusal] = useState<string>();
  const isOffered = groups.length > 0 || (visibility !== 'public' && (data?.items.length ?? 0) > 0);
  if (!isOffered) return null;
  const close = () => setChosen(undefined);
  const save = async () => {
    if (chosen === undefined) return;
    const { error } = await change({ params: { id }, body: { groups: [...chosen] } });
    if (error) {
      setRefusal(`The groups were not changed. ${problemMessage(error)}`);
      return;
    }
    toast.success(chosen.length === 0 ? 'For all who may read it' : `Only for ${chosen.join(', ')}`);
    close();
  };
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon="user"
        aria-label={`Groups of ${title}`}
        onClick={() => {
          setRefusal(undefined);
          setChosen(groups);
        }}
      >
        <VisuallyHidden>Groups</VisuallyHidden>
      </Button>
      <Dialog
        open={chosen !== undefined}
        onClose={close}
        title="Who reads it"
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button busy={isLoading} busyLabel="Saving..." onClick={() => void save()}>
              Save groups
            </Button>
          </>
        }
      >
        <p>{`“${title}”`}</p>
        <ItemGroups groups={chosen ?? []} roles={visibility === 'public' ? [] : [visibility]} onChange={setChosen} />
        {refusal ? (
          <Notice tone="error" live>
            {refusal}
          </Notice>
        ) : null}
      </Dialog>
    </>
  );
}
