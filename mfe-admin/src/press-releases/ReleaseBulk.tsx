import type { AdminPressRelease } from '@cytocomm/contract';
import { Button, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { BulkBar, type BulkBarProps, problemMessage, useEach } from '@cytocomm/portal-api';
import { useState } from 'react';
import { useDeleteRelease } from './release-api.ts';
import { releaseName } from './release-name.ts';

/** Properties of {@link ReleaseBulk}. */
export interface ReleaseBulkProps extends Pick<BulkBarProps, 'selected' | 'onSelect'> {
  /** The releases that are chosen, by their ids, as the list shows them. */
  readonly chosen: ReadonlyMap<string, AdminPressRelease>;
}

const count = (number: number) => `${number} ${number === 1 ? 'press release' : 'press releases'}`;

/** Deletes all press releases that are chosen, after asking. What could not be deleted, or was changed since it was seen, stays chosen. */
export function ReleaseBulk({ chosen, selected, onSelect }: ReleaseBulkProps) {
  // What is asked about is what is deleted, also when somebody changes it meanwhile.
  const [asked, setAsked] = useState<ReadonlyMap<string, AdminPressRelease>>();
  const [deleteRelease] = useDeleteRelease();
  const { run, ...each } = useEach(problemMessage, (id) => {
    const release = chosen.get(id);
    return release === undefined ? id : releaseName(release);
  });

  const deleteAll = async () => {
    if (asked === undefined) return;
    setAsked(undefined);
    const failed = await run([...asked.keys()], async (id) =>
      deleteRelease({ params: { id }, headers: { 'if-match': asked.get(id)?.etag ?? '' } }),
    );
    onSelect(new Set(failed.map(({ key }) => key)));
    const gone = asked.size - failed.length;
    if (gone > 0) toast.success(`${count(gone)} deleted. The bin keeps them for 30 days.`);
  };

  return (
    <>
      <BulkBar label="Selected press releases" selected={selected} onSelect={onSelect} each={each}>
        {(state) => (
          <Button variant="danger" size="small" {...state} onClick={() => setAsked(chosen)}>
            Delete selected
          </Button>
        )}
      </BulkBar>
      <ConfirmDialog
        open={asked !== undefined}
        question={`Delete ${count(selected.size)}?`}
        confirmLabel="Delete press releases"
        cancelLabel="Cancel"
        isLoss
        onCancel={() => setAsked(undefined)}
        onConfirm={() => void deleteAll()}
      >
        <p>
          They disappear from the site, the feed and all dashboards. You can take this back within 30 days; mails that
          left cannot be called back.
        </p>
      </ConfirmDialog>
    </>
  );
}
