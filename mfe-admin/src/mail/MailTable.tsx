import type { Mail, MailStatus } from '@cytocomm/contract';
import { Button, RelativeTime, Tag, type TagProps, toast } from '@cytocomm/kit';
import { DataGrid, type GridColumn } from '@cytocomm/kit/dashboard';
import { problemMessage } from '@cytocomm/portal-api';
import classes from './mail.module.css';
import { useRetryMail } from './mail-api.ts';

const tones: Readonly<Record<MailStatus, NonNullable<TagProps['tone']>>> = {
  waiting: 'amber',
  sending: 'amber',
  sent: 'teal',
  failed: 'coral',
  dropped: 'neutral',
};

/** What a mail is about, for people; a kind that is newer than this page shows as its own name. */
const kinds: Readonly<Record<string, string>> = {
  'sign-in': 'Sign-in link',
  'codes-locked': 'Too many wrong codes',
  invitation: 'Invitation',
  'press-release': 'Press release',
  'press-release-test': 'Test of a press release',
  'new-report': 'New report',
  'alert-confirmation': 'Confirmation of e-mail alerts',
  'contact-message': 'Message of the contact form',
};

const columns: readonly GridColumn<Mail>[] = [
  {
    key: 'to',
    header: 'To',
    rowHeader: true,
    width: 240,
    grow: 2,
    cell: ({ to, kind }) => (
      <span className={classes.two}>
        <span className={classes.address}>{to}</span>
        <span className={classes.small}>{kinds[kind] ?? kind}</span>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 220,
    grow: 2,
    cell: ({ status, lastError }) => (
      <span className={classes.two}>
        <Tag tone={tones[status]}>{status}</Tag>
        {lastError ? <span className={classes.small}>{lastError}</span> : null}
      </span>
    ),
  },
  {
    key: 'attempts',
    header: 'Tries',
    grow: 0,
    width: 80,
    cell: ({ attempts }) => <span className="tabular">{attempts}</span>,
  },
  {
    key: 'when',
    header: 'When',
    width: 180,
    cell: ({ createdAt, sentAt, nextAttemptAt }) => (
      <span className={classes.two}>
        <RelativeTime date={sentAt ?? createdAt} />
        {nextAttemptAt ? (
          <span className={classes.small}>
            next try <RelativeTime date={nextAttemptAt} />
          </span>
        ) : null}
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    actions: true,
    grow: 0,
    width: 150,
    cell: (mail) => (mail.status === 'failed' ? <SendAgain mail={mail} /> : null),
  },
];

/** Properties of {@link MailTable}. */
export interface MailTableProps {
  readonly mails: readonly Mail[];
  /** Shown in place of mails when there are none. */
  readonly empty: string;
  /** Other mails are on their way. */
  readonly busy: boolean;
}

/** Mails, newest first, with the reason where one failed. */
export function MailTable({ mails, empty, busy }: MailTableProps) {
  return (
    <DataGrid
      caption="Mails"
      columns={columns}
      rows={mails}
      rowKey={({ id }) => id}
      busy={busy}
      empty={<p className={classes.empty}>{empty}</p>}
      viewKey="mails"
    />
  );
}

function SendAgain({ mail }: { readonly mail: Mail }) {
  const [retry, { isLoading }] = useRetryMail();
  const send = async () => {
    const { error } = await retry({ params: { id: mail.id } });
    if (error) toast.error(`The mail to ${mail.to} was not sent again. ${problemMessage(error)}`);
    else toast.success('The mail is on its way again');
  };
  return (
    <Button
      variant="quiet"
      size="small"
      icon="retry"
      busy={isLoading}
      aria-label={`Send again to ${mail.to}`}
      onClick={() => void send()}
    >
      Send again
    </Button>
  );
}
