import type { AdminPressRelease } from '@cytocomm/contract';
import { BulkBar, type BulkBarProps, DeleteChosen, problemMessage, useEach } from '@cytocomm/portal-api';
import { useDeleteRelease } from './release-api.ts';
import { releaseName } from './release-name.ts';

/** Properties of {@link ReleaseBulk}. */
export interface ReleaseBulkProps extends Pick<BulkBarProps, 'selected' | 'onSelect'> {
  /** The releases that are chosen, by their ids, as the list shows them. */
  readonly chosen: ReadonlyMap<string, AdminPressRelease>;
}

/** What is done to all press releases that are chosen. One that was changed since it was seen is not deleted. */
export function ReleaseBulk({ chosen, selected, onSelect }: ReleaseBulkProps) {
  const [deleteRelease] = useDeleteRelease();
  const { run, ...each } = useEach(problemMessage);
  return (
    <BulkBar label="Selected press releases" selected={selected} onSelect={onSelect} each={each}>
      {(state) => (
        <DeleteChosen
          {...state}
          kind="press-release"
          one="press release"
          several="press releases"
          chosen={chosen}
          nameOf={releaseName}
          remove={(id, release) => deleteRelease({ params: { id }, headers: { 'if-match': release?.etag ?? '' } })}
          run={run}
          onSelect={onSelect}
        >
          They disappear from the site, the feed and all dashboards. You can take this back within 30 days; mails that
          left cannot be called back.
        </DeleteChosen>
      )}
    </BulkBar>
  );
}
