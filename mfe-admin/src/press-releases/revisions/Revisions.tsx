import type { AdminPressRelease, PressReleaseRevision } from '@cytocomm/contract';
import { Button, Dialog, ExactTime, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { problemMessage } from '@cytocomm/portal-api';
import { useState } from 'react';
import type { KnownPressRelease, PressReleaseDraft } from '../press-release-draft.ts';
import { RevisionChoice } from './RevisionChoice.tsx';
import { useRestoreRevision } from './revision-api.ts';

/** Properties of {@link Revisions}. */
export interface RevisionsProps {
  /** What stands in the form. */
  readonly draft: PressReleaseDraft;
  /** Returns the release as it is stored; null while it is not. */
  readonly known: () => KnownPressRelease | null;
  /** Saves what is not saved yet. */
  readonly flush: () => Promise<boolean>;
  /** Takes the text that is back. Returns whether it stands in the form: else the person is shown both. */
  readonly onRestored: (release: AdminPressRelease) => boolean;
}

/** What is open: the list, or the question whether a text is to come back. */
type Opened = { readonly id: string; readonly asks: boolean; readonly chosen: PressReleaseRevision | null };

/** The button of the earlier texts of a release, their list, and the way back to one of them. */
export function Revisions({ draft, known, flush, onRestored }: RevisionsProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [restore, { isLoading }] = useRestoreRevision();
  const open = async () => {
    // What is written now is among them, and what it is compared with is saved.
    await flush();
    const release = known();
    if (release) setOpened({ id: release.id, asks: false, chosen: null });
    else toast('There are no earlier texts yet: nothing of this release is saved.');
  };
  const onConfirm = async (number: number) => {
    setOpened(null);
    const isSaved = await flush();
    const release = known();
    if (!isSaved || release === null) {
      toast.error(
        'The earlier text was not taken back. What stands here could not be saved first: the save status says why.',
      );
      return;
    }
    const params = { id: release.id, number: String(number) };
    const { data, error } = await restore({ params, headers: { 'if-match': release.etag } });
    if (data === undefined) toast.error(`The earlier text was not taken back. ${problemMessage(error)}`);
    else if (onRestored(data)) toast.success('The earlier text is back. What stood here is kept among the revisions.');
  };
  const chosen = opened?.chosen ?? null;
  return (
    <>
      <Button variant="quiet" icon="clock" busy={isLoading} onClick={() => void open()}>
        Revisions
      </Button>
      {opened && !opened.asks ? (
        <Dialog
          open
          onClose={() => setOpened(null)}
          title="Revisions"
          size="wide"
          actions={
            <Button disabled={chosen === null} onClick={() => setOpened({ ...opened, asks: true })}>
              Restore this text
            </Button>
          }
        >
          <RevisionChoice
            id={opened.id}
            draft={draft}
            chosen={chosen}
            onChoose={(next) => setOpened({ ...opened, chosen: next })}
          />
        </Dialog>
      ) : null}
      {chosen ? (
        <ConfirmDialog
          open={opened?.asks === true}
          question="Restore this text?"
          confirmLabel="Restore it"
          cancelLabel="Back to the revisions"
          onCancel={() => setOpened(opened && { ...opened, asks: false })}
          onConfirm={() => void onConfirm(chosen.number)}
        >
          <p>
            Title and text become those of <ExactTime date={chosen.at} />. What stands in the form now is kept as a
            revision, and readers see nothing of it before you publish.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
