import type { AdminPressRelease } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Button, Notice, toast } from '@cytocomm/kit';
import { ConfirmDialog, TableSkeleton } from '@cytocomm/kit/dashboard';
import { problemMessage } from '@cytocomm/portal-api';
import { useState } from 'react';
import { Failed } from '../lists/Loaded.tsx';
import { ConflictView } from './ConflictView.tsx';
import type { Version } from './conflict.ts';
import { PressReleaseForm } from './PressReleaseForm.tsx';
import { useDiscardText, usePressRelease } from './press-release-api.ts';
import { draftOf, emptyDraft, type PressReleaseDraft } from './press-release-draft.ts';
import { Revisions } from './revisions/Revisions.tsx';
import { DeletedNotice, NoSuchPressRelease, UnsavedNotice, useUnsavedTexts } from './UnsavedTexts.tsx';
import { usePressReleaseWriting } from './use-press-release-writing.ts';
import type { PublishNews } from './use-publish.ts';
import { TextDifference } from './WordDiff.tsx';

/** Properties of {@link PressReleaseEditor}. */
export interface PressReleaseEditorProps {
  /** The release that is edited; null for a new one. */
  readonly id: string | null;
  /** The address of the list. */
  readonly path: string;
  /** Called with the id that a new release was given, also one in place of a release that was deleted. */
  readonly onStored: (id: string) => void;
  readonly onDone: (news: PublishNews) => void;
}

/** Writes a new release or changes one, at an address of its own. */
export function PressReleaseEditor({ id, path, ...handlers }: PressReleaseEditorProps) {
  if (id === null) return <Writing release={null} current={undefined} isMissing={false} {...handlers} />;
  return <Existing id={id} path={path} {...handlers} />;
}

function Existing({ id, path, ...handlers }: PressReleaseEditorProps & { readonly id: string }) {
  const reading = usePressRelease({ params: { id } }, { refetchOnMountOrArgChange: true });
  const { data, error, isFetching, requestId } = reading;
  // An answer from before this was opened is older than what was saved since.
  const [cachedId] = useState(isFetching ? undefined : requestId);
  // What is edited does not change under the hands of the person: it is met when it is saved.
  const [opened, setOpened] = useState<AdminPressRelease | null>(null);
  if (opened === null && data && !error && !isFetching && requestId !== cachedId) setOpened(data);
  const isMissing = isApiProblem(error) && (error.status === 404 || error.status === 400);
  if (opened) return <Writing release={opened} current={data} isMissing={isMissing} {...handlers} />;
  if (!error) return <TableSkeleton label="Loading the press release" columns={2} rows={6} />;
  if (isMissing) return <NoSuchPressRelease id={id} path={path} />;
  return <Failed title="The press release could not be loaded." query={reading} />;
}

interface WritingProps extends Pick<PressReleaseEditorProps, 'onStored' | 'onDone'> {
  readonly release: AdminPressRelease | null;
  readonly current: AdminPressRelease | undefined;
  readonly isMissing: boolean;
}

function Writing({ release, current, isMissing, onStored, onDone }: WritingProps) {
  const [initial] = useState(() => (release ? draftOf(release) : emptyDraft));
  const unsaved = useUnsavedTexts(release?.id ?? null, release && initial);
  const writing = usePressReleaseWriting({ release, current, isMissing, initial, onStored });
  // Somebody else may have published it since it was opened.
  const original = writing.isAnew ? null : release;
  const isOut = (writing.storedRelease() ?? original)?.status === 'published';
  const { conflict } = writing;
  if (conflict) {
    const choose = (version: Version) => {
      writing.choose(version);
      if (version === 'theirs') unsaved.refresh(conflict.theirs.id, draftOf(conflict.theirs));
    };
    return <ConflictView conflict={conflict} draft={writing.draft} isKept={writing.isKept} onChoose={choose} />;
  }
  return (
    <>
      <UnsavedNotice {...unsaved} canTakeUp={writing.canTakeUp} onTakeUp={writing.takeUp} />
      {writing.isGone ? <DeletedNotice onSaveAsNew={writing.saveAsNew} /> : null}
      {release && writing.hasPending && !writing.isGone ? (
        <PendingNotice
          release={release}
          draft={writing.draft}
          etag={() => writing.storedRelease()?.etag ?? release.etag}
          flush={writing.flush}
          onDiscarded={writing.adopt}
        />
      ) : null}
      <PressReleaseForm
        draft={writing.draft}
        onChange={writing.change}
        isOut={isOut}
        wasMailed={original?.mailing === 'queued'}
        state={writing.state}
        isKept={writing.isKept}
        onRetry={() => void writing.flush()}
        flush={writing.flush}
        storedRelease={writing.storedRelease}
        meetAtPublish={writing.meetAtPublish}
        meetAtApproval={writing.meetAtApproval}
        chosenAt={writing.chosenAt}
        approval={writing.approval}
        onAnswer={writing.takeApproval}
        onDone={onDone}
      >
        <Revisions
          draft={writing.draft}
          storedRelease={writing.storedRelease}
          flush={writing.flush}
          onRestored={writing.adopt}
        />
      </PressReleaseForm>
    </>
  );
}

interface PendingNoticeProps {
  readonly release: AdminPressRelease;
  /** What stands in the form. */
  readonly draft: PressReleaseDraft;
  readonly etag: () => string;
  readonly flush: () => Promise<boolean>;
  readonly onDiscarded: (release: AdminPressRelease) => boolean;
}

/** Shows that readers still see another text, and offers to go back to it. */
function PendingNotice({
  release: { id, status, title, content },
  draft,
  etag,
  flush,
  onDiscarded,
}: PendingNoticeProps) {
  const [asks, setAsks] = useState(false);
  const [compares, setCompares] = useState(false);
  const [discard] = useDiscardText();
  const onConfirm = async () => {
    setAsks(false);
    if (!(await flush())) {
      toast.error('The changes were not discarded. They could not be saved first: the save status says why.');
      return;
    }
    const { data, error } = await discard({ params: { id }, headers: { 'if-match': etag() } });
    if (data) onDiscarded(data);
    else toast.error(`The changes were not discarded. ${problemMessage(error)}`);
  };
  const stays = status === 'published' ? 'Readers still see it as it was published.' : 'It appears as it was planned.';
  return (
    <>
      <Notice tone="info" title="These changes are not published.">
        <p>{stays}</p>
        {compares ? <TextDifference from={{ title, content }} to={draft} /> : null}
        <Button variant="quiet" size="small" aria-expanded={compares} onClick={() => setCompares(!compares)}>
          {compares ? 'Hide what changes' : 'Show what changes'}
        </Button>
        <Button variant="quiet" size="small" onClick={() => setAsks(true)}>
          Discard the changes
        </Button>
      </Notice>
      <ConfirmDialog
        open={asks}
        question="Discard the changes?"
        confirmLabel="Discard them"
        cancelLabel="Keep them"
        isLoss
        onCancel={() => setAsks(false)}
        onConfirm={() => void onConfirm()}
      >
        <p>“{title}” is then edited as its readers know it.</p>
      </ConfirmDialog>
    </>
  );
}
