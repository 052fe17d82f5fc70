import type { AdminPressRelease } from '@cytocomm/contract';
import { ConfirmDialog, Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { PagedList } from '@cytocomm/portal-api';
import { useRef, useState } from 'react';
import { useDraft } from '../drafts/use-draft.ts';
import classes from '../press-releases/press-releases.module.css';
import { ReleaseForm } from '../press-releases/ReleaseForm.tsx';
import { ReleaseTable } from '../press-releases/ReleaseTable.tsx';
import { useReleasePages } from '../press-releases/release-api.ts';
import { draftOf, emptyDraft, readDraft } from '../press-releases/release-draft.ts';

/** Writes press releases: now, at a time, or as a draft; and changes and deletes those there are. */
export default function PressReleases() {
  const { draft, change, clear } = useDraft('press release', emptyDraft, readDraft);
  const top = useRef<HTMLDivElement>(null);

  /** What takes the place of an unsaved text, once the person has agreed to lose it. */
  const [next, setNext] = useState<(() => void) | null>(null);
  const afterAsking = (replace: () => void) => {
    if (draft.isTouched) setNext(() => replace);
    else replace();
  };

  const edit = (release: AdminPressRelease) => {
    change(draftOf(release));
    top.current?.scrollIntoView?.({ block: 'start' });
    top.current?.querySelector('input')?.focus({ preventScroll: true });
  };
  return (
    <Panel title="Post Press Releases" lead="On the public site, in the investors' dashboard, the feed and by mail.">
      <div ref={top} className={classes.top}>
        <ReleaseForm draft={draft} onChange={change} onClear={() => afterAsking(clear)} onSent={clear} />
      </div>
      <Releases onEdit={(release) => afterAsking(() => edit(release))} />
      <ConfirmDialog
        open={next !== null}
        question="Discard what you wrote?"
        confirmLabel="Discard it"
        cancelLabel="Keep writing"
        isLoss
        onCancel={() => setNext(null)}
        onConfirm={() => {
          setNext(null);
          next?.();
        }}
      >
        <p>“{draft.title.trim() || 'Untitled'}” has changes that are not saved. Nothing keeps them.</p>
      </ConfirmDialog>
    </Panel>
  );
}

function Releases({ onEdit }: { onEdit: (release: AdminPressRelease) => void }) {
  return (
    <PagedList
      query={useReleasePages({ query: { limit: 20 } })}
      pending={<TableSkeleton label="Loading press releases" columns={5} rows={4} />}
      failed="The press releases could not be loaded."
    >
      {(releases) => <ReleaseTable releases={releases} onEdit={onEdit} />}
    </PagedList>
  );
}
