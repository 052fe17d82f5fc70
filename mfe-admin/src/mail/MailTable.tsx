import { listMails, MAIL_KINDS, type Mail, type MailStatus, retryMail } from '@cytocomm/contract';
import { Button, RelativeTime, Tag, type TagProps, toast } from '@cytocomm/kit';
import { DataGrid, type DataGridProps, EmailWords, type GridColumn } from '@cytocomm/kit/dashboard';
import { mutation, pages, problemMessage } from '@cytocomm/portal-api';
import lists from '../lists/lists.module.css';
import classes from './mail.module.css';

const tags = ['Operations'] as const;

export const { useInfiniteQuery: useMailPages } = pages(listMails, { tags });
export const { useMutation: useRetryMail } = mutation(retryMail, { tags });

const tones: Readonly<Record<MailStatus, NonNullable<TagProps['tone']>>> = {
  waiting: 'amber',
  sending: 'amber',
  sent: 'teal',
  failed: 'coral',
  dropped: 'neutral',
};

/** Returns the subject of a mail; a kind unknown to this page shows as its own name. */
const aboutOf = ({ kind }: Mail): string => new Map(Object.entries(MAIL_KINDS)).get(kind) ?? kind;

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** Returns a name that distinguishes a mail from others to the same person. */
function addresseeOf(mail: Mail): string {
  const createdAt = new Date(mail.createdAt);
  const when = Number.isNaN(createdAt.getTime()) ? mail.createdAt : moment.format(createdAt);
  return `to ${mail.to}, ${aboutOf(mail)}, ${when}`;
}

const mailName = (mail: Mail) => `the mail ${addresseeOf(mail)}`;

const columns: readonly GridColumn<Mail>[] = [
  {
    key: 'to',
    header: 'To',
    rowHeader: true,
    sortable: true,
    width: 200,
    grow: 2,
    cell: ({ to }) => (
      <span className={lists.address}>
        <EmailWords email={to} />
      </span>
    ),
  },
  { key: 'kind', header: 'About', sortable: true, width: 150, cell: aboutOf },
  {
    key: 'status',
    header: 'Status',
    width: 200,
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
    folded: true,
    grow: 0,
    width: 80,
    cell: ({ attempts }) => <span className="tabular">{attempts}</span>,
  },
  {
    key: 'createdAt',
    header: 'When',
    sortable: 'time',
    width: 150,
    cell: ({ createdAt, sentAt, attempts, nextAttemptAt }) => (
      <span className={classes.two}>
        <RelativeTime date={createdAt} />
        {sentAt && attempts > 1 ? (
          <span className={classes.small}>
            sent <RelativeTime date={sentAt} />
          </span>
        ) : null}
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
    width: 164,
    cell: (mail) => (mail.status === 'failed' ? <SendAgain mail={mail} /> : null),
  },
];

interface MailTableProps extends Pick<DataGridProps<Mail>, 'sort' | 'onSort' | 'selected' | 'onSelect' | 'busy'> {
  readonly mails: readonly Mail[];
  /** Shown in place of mails when there are none. */
  readonly empty: string;
}

/** Mails, with the reason where one failed. */
export function MailTable({ mails, empty, ...grid }: MailTableProps) {
  return (
    <DataGrid
      {...grid}
      caption="Mails"
      columns={columns}
      rows={mails}
      rowKey={({ id }) => id}
      rowName={mailName}
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
      aria-label={`Send again ${addresseeOf(mail)}`}
      onClick={() => void send()}
    >
      Send again
    </Button>
  );
}
