import type { AdminPressRelease, PressReleaseStatus } from '@cytocomm/contract';
import {
  Button,
  ButtonLink,
  Dialog,
  ExactTime,
  Link,
  RelativeTime,
  Tag,
  type TagProps,
  toast,
  VisuallyHidden,
} from '@cytocomm/kit';
import {
  DeleteButton,
  EmailWords,
  type GridColumn,
  knowsZone,
  StatRow,
  StatTile,
  TableSkeleton,
} from '@cytocomm/kit/dashboard';
import { problemMessage, QueryFailure, useDeletionToast } from '@cytocomm/portal-api';
import { useState } from 'react';
import { useDeletePressRelease, usePressRelease } from './press-release-api.ts';
import { pressReleaseName } from './press-release-draft.ts';
import classes from './press-releases.module.css';

/** Whether a release goes or went out by mail, and how its mails are doing. */
function MailState({ release }: { readonly release: AdminPressRelease }) {
  const [open, setOpen] = useState(false);
  if (!release.sendEmail) return <span className={classes.meta}>no</span>;
  if (release.status !== 'published') return <span className={classes.meta}>when it appears</span>;
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        <span className="visually-hidden">Mails of {release.title}: </span>
        {release.mailing === 'queued' && release.recipients === 0 ? (
          'no recipients'
        ) : release.emailSentDate ? (
          <span>
            sent <RelativeTime date={release.emailSentDate} />
          </span>
        ) : (
          'on its way'
        )}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Mails of “${release.title}”`}>
        <Mails id={release.id} />
      </Dialog>
    </>
  );
}

function Mails({ id }: { readonly id: string }) {
  const { data, error, isFetching, refetch } = usePressRelease({ params: { id } });
  if (!data) {
    return error ? (
      <QueryFailure
        title="The mails could not be counted."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <TableSkeleton label="Counting mails" columns={4} rows={1} />
    );
  }
  if (!data.mails) return <p>The outbox does not remember mails of this release.</p>;
  const { recipients, sent, waiting, failed } = data.mails;
  return (
    <StatRow>
      <StatTile label="Recipients" value={recipients} />
      <StatTile label="Sent" value={sent} />
      <StatTile label="Waiting" value={waiting} live />
      <StatTile label="Failed" value={failed} hint={failed > 0 ? 'with the reason under Mail' : undefined} />
    </StatRow>
  );
}

interface PlannedTimeProps extends Pick<AdminPressRelease, 'timeZone'> {
  readonly publishAt: string;
  readonly className?: string | undefined;
}

/** The time that is planned, by the clocks that it was entered by; without a zone by the reader's own. */
function PlannedTime({ publishAt, timeZone, className }: PlannedTimeProps) {
  if (timeZone === undefined || !knowsZone(timeZone)) return <ExactTime date={publishAt} className={className} />;
  const clock = new Date(publishAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <time dateTime={publishAt} className={className}>
      {clock} {timeZone.replaceAll('_', ' ')}
    </time>
  );
}

const tones: Readonly<Record<PressReleaseStatus, NonNullable<TagProps['tone']>>> = {
  draft: 'neutral',
  scheduled: 'amber',
  published: 'teal',
};

const APPROVAL = {
  asked: { tone: 'amber', word: 'to approve' },
  approved: { tone: 'teal', word: 'approved' },
  declined: { tone: 'amber', word: 'declined' },
  outdated: { tone: 'neutral', word: 'to approve again' },
} as const;

/** Returns the columns of the list of press releases; `path` is its address. */
export function columnsOf(path: string): readonly GridColumn<AdminPressRelease>[] {
  const addressOf = ({ id }: AdminPressRelease) => `${path}/${id}/edit`;
  return [
    {
      key: 'title',
      header: 'Title',
      rowHeader: true,
      sortable: true,
      width: 214,
      grow: 3,
      cell: (release) => (
        <Link to={addressOf(release)} className={classes.title}>
          {pressReleaseName(release)}
        </Link>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      grow: 0,
      width: 124,
      cell: ({ status, pending, approval }) => (
        <span className={classes.tags}>
          <Tag tone={tones[status]}>{status}</Tag>
          {pending ? <Tag tone="amber">changes</Tag> : null}
          {approval && approval.state !== 'none' ? (
            <Tag tone={APPROVAL[approval.state].tone}>{APPROVAL[approval.state].word}</Tag>
          ) : null}
        </span>
      ),
    },
    {
      key: 'date',
      header: 'Appears',
      sortable: 'time',
      grow: 0,
      width: 136,
      cell: (release) => <Appears release={release} />,
    },
    {
      key: 'target',
      header: 'For',
      folded: true,
      grow: 0,
      width: 88,
      cell: ({ target, groups = [] }) => (
        <span className={classes.meta}>
          {target.join(', ') || 'no one'}
          {groups.length > 0 ? ` in ${groups.join(', ')}` : null}
        </span>
      ),
    },
    {
      key: 'mail',
      header: 'E-mail',
      folded: true,
      grow: 0,
      width: 104,
      cell: (release) => <MailState release={release} />,
    },
    {
      key: 'author',
      header: 'Author',
      folded: true,
      sortable: true,
      width: 156,
      cell: ({ author }) => (
        <span className={classes.meta}>
          <EmailWords email={author} />
        </span>
      ),
    },
    {
      key: 'updatedAt',
      header: 'Changed',
      folded: true,
      sortable: 'time',
      grow: 0,
      width: 116,
      cell: ({ updatedAt }) => <RelativeTime date={updatedAt} className={classes.meta} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      actions: true,
      grow: 0,
      width: 100,
      cell: (release) => (
        <span className={classes.rowActions}>
          <ButtonLink
            variant="quiet"
            size="small"
            icon="edit"
            aria-label={`Edit ${pressReleaseName(release)}`}
            to={addressOf(release)}
          >
            <VisuallyHidden>Edit</VisuallyHidden>
          </ButtonLink>
          <DeleteRelease release={release} />
        </span>
      ),
    },
  ];
}

/** When it appeared, appears, or is planned to. */
function Appears({ release: { status, date, publishAt, timeZone } }: { readonly release: AdminPressRelease }) {
  if (date !== null && status === 'published') return <RelativeTime date={date} className={classes.meta} />;
  const time = date ?? publishAt;
  if (time === null) return <span className={classes.meta}>not planned</span>;
  return (
    <span className={classes.meta}>
      {status === 'draft' ? 'planned for ' : null}
      <PlannedTime publishAt={time} timeZone={timeZone} />
    </span>
  );
}

function DeleteRelease({ release }: { readonly release: AdminPressRelease }) {
  const { id, etag } = release;
  const title = pressReleaseName(release);
  const [deletePressRelease] = useDeletePressRelease();
  const tellDeleted = useDeletionToast();
  const onDelete = async () => {
    const { error } = await deletePressRelease({ params: { id }, headers: { 'if-match': etag } });
    if (error) toast.error(`“${title}” was not deleted. ${problemMessage(error)}`);
    else tellDeleted('Press release deleted', { kind: 'press-release', id, title });
  };
  return (
    <DeleteButton
      name={title}
      question="Delete this press release?"
      confirmLabel="Delete press release"
      iconOnly
      onDelete={onDelete}
    >
      “{title}” disappears from the site, the feed and all dashboards. You can take this back within 30 days; mails that
      left cannot be called back.
    </DeleteButton>
  );
}
