import type { StoredDocument } from '@cytocomm/contract';
import { RelativeTime } from '@cytocomm/kit';

/** Properties of {@link PublishedTime}. */
export interface PublishedTimeProps {
  readonly document: Pick<StoredDocument, 'uploadedAt' | 'replacedAt' | 'version'>;
  readonly className?: string | undefined;
}

/** When a document was published, or another file took its place: `Updated 2 hours ago (version 2)`. */
export function PublishedTime({ document: { uploadedAt, replacedAt, version }, className }: PublishedTimeProps) {
  if (replacedAt === undefined) return <RelativeTime date={uploadedAt} className={className} />;
  return (
    <span className={className}>
      Updated <RelativeTime date={replacedAt} />
      {version === undefined ? null : ` (version ${version})`}
    </span>
  );
}
