import type { Mail, MailStatus } from '@cytocomm/contract';
import { Button, type DataColumn, DataTable, RelativeTime, Tag, type TagProps, toast } from '@cytocomm/kit';
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

const columns: readonly DataColumn<Mail>[] = [
  {
    key: 'to',
    header: 'To',
    rowHeader: true,
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
    cell: ({ status, lastError }) => (
      <span className={classes.two}>
        <Tag tone={tones[status]}>{status}</Tag>
        {lastError ? <span className={classes.small}>{lastError}</span> : null}
      </span>
    ),
  },
  { key: 'attempts', header: 'Tries', kind: 'number', cell: ({ attempts }) => attempts },
  {
    key: 'when',
    header: 'When',
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
    kind: 'actions',
    cell: (mail) => (mail.status === 'failed' ? <SendAgain mail={mail} /> : null),
  },
];

/** Mails, newest first, with the reason where one failed. */
export function MailTable({ mails, empty }: { readonly mails: readonly Mail[]; readonly empty: string }) {
  return (
    <DataTable
      caption="Mails"
      columns={columns}
      rows={mails}
      rowKey={({ id }) => id}
      empty={<p className={classes.empty}>{empty}</p>}
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
