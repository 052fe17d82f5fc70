import type { AdminPressRelease, SectionProps } from '@cytocomm/contract';
import { Button } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
import { useRef } from 'react';
import { useDraft } from '../drafts/use-draft.ts';
import classes from '../press-releases/press-releases.module.css';
import { ReleaseForm } from '../press-releases/ReleaseForm.tsx';
import { ReleaseTable } from '../press-releases/ReleaseTable.tsx';
import { useAdminReleasesInfiniteQuery } from '../press-releases/release-api.ts';
import { draftOf, emptyDraft, readDraft } from '../press-releases/release-draft.ts';
import { tools } from '../tools/tools.ts';

/** Writes press releases: now, at a time, or as a draft; and changes and deletes those there are. */
export default function PressReleases({ preview }: SectionProps) {
  const email = useSession((session) => session.email);
  const { draft, change, clear } = useDraft(`press-release of ${email}`, emptyDraft, readDraft);
  const top = useRef<HTMLDivElement>(null);

  const edit = (release: AdminPressRelease) => {
    change(draftOf(release));
    top.current?.scrollIntoView?.({ block: 'start' });
    top.current?.querySelector('input')?.focus({ preventScroll: true });
  };
  return (
    <Panel
      id={tools.releases.id}
      title="Post Press Releases"
      lead="On the public site, in the investors' dashboard, the feed and by mail."
    >
      {preview ? null : (
        <div ref={top} className={classes.top}>
          <ReleaseForm draft={draft} onChange={change} onClear={clear} />
        </div>
      )}
      <Releases readOnly={preview} onEdit={edit} />
    </Panel>
  );
}

function Releases({ readOnly, onEdit }: { readOnly: boolean; onEdit: (release: AdminPressRelease) => void }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useAdminReleasesInfiniteQuery();
  if (!data) {
    return error ? (
      <QueryFailure
        title="The press releases could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <TableSkeleton label="Loading press releases" columns={5} rows={4} />
    );
  }
  return (
    <>
      <ReleaseTable releases={data.pages.flatMap(({ items }) => items)} readOnly={readOnly} onEdit={onEdit} />
      {hasNextPage ? (
        <div className={classes.foot}>
          <Button variant="secondary" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}
