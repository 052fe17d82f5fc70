import type { AdminPressRelease, ReleaseStatus } from '@cytocomm/contract';
import {
  Button,
  type DataColumn,
  DataTable,
  EmptyState,
  ExactTime,
  RelativeTime,
  Tag,
  type TagProps,
  toast,
} from '@cytocomm/kit';
import { DeleteButton } from '@cytocomm/kit/dashboard';
import { problemMessage, useDeletionToast } from '@cytocomm/portal-api';
import { MailState } from './MailState.tsx';
import classes from './press-releases.module.css';
import { useDeleteRelease } from './release-api.ts';

const tones: Readonly<Record<ReleaseStatus, NonNullable<TagProps['tone']>>> = {
  draft: 'neutral',
  scheduled: 'amber',
  published: 'teal',
};

/** Properties of {@link ReleaseTable}. */
export interface ReleaseTableProps {
  readonly releases: readonly AdminPressRelease[];
  readonly onEdit: (release: AdminPressRelease) => void;
}

/** All releases, drafts and scheduled ones included. */
export function ReleaseTable({ releases, onEdit }: ReleaseTableProps) {
  if (releases.length === 0) {
    return <EmptyState title="No press releases yet.">Write the first one with the form above.</EmptyState>;
  }
  const columns: readonly DataColumn<AdminPressRelease>[] = [
    { key: 'title', header: 'Title', rowHeader: true, cell: ({ title }) => title },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, date }) => (
        <span className={classes.two}>
          <Tag tone={tones[status]}>{status}</Tag>
          {date === null ? null : status === 'scheduled' ? (
            <ExactTime date={date} className={classes.meta} />
          ) : (
            <RelativeTime date={date} className={classes.meta} />
          )}
        </span>
      ),
    },
    { key: 'target', header: 'For', cell: ({ target }) => target.join(', ') },
    { key: 'mail', header: 'E-mail', cell: (release) => <MailState release={release} /> },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: (release) => (
        <span className={classes.rowActions}>
          <Button
            variant="quiet"
            size="small"
            icon="edit"
            aria-label={`Edit ${release.title}`}
            onClick={() => onEdit(release)}
          >
            Edit
          </Button>
          <DeleteRelease release={release} />
        </span>
      ),
    },
  ];
  return <DataTable caption="Press releases" columns={columns} rows={releases} rowKey={({ id }) => id} />;
}

function DeleteRelease({ release: { id, etag, title } }: { readonly release: AdminPressRelease }) {
  const [deleteRelease] = useDeleteRelease();
  const tellDeleted = useDeletionToast();
  const onDelete = async () => {
    const { error } = await deleteRelease({ params: { id }, headers: { 'if-match': etag } });
    if (error) toast.error(`“${title}” was not deleted. ${problemMessage(error)}`);
    else tellDeleted('Press release deleted', { kind: 'press-release', id, title });
  };
  return (
    <DeleteButton
      name={title}
      question="Delete this press release?"
      confirmLabel="Delete press release"
      onDelete={onDelete}
    >
      “{title}” disappears from the site, the feed and all dashboards. You can take this back within 30 days; mails that
      left cannot be called back.
    </DeleteButton>
  );
}
