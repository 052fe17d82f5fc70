import {
  addressOf,
  exportMails,
  listMails,
  MAIL_KINDS,
  type Mail,
  type MailExportQuery,
  type MailKindName,
  type MailSort,
  type MailStatus,
  retryMail,
} from '@cytocomm/contract';
import { Button, RelativeTime, Tag, type TagProps, toast } from '@cytocomm/kit';
import { EmailWords, type GridColumn, Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { BulkBar, choicesIn, ExportLink, mutation, pages, problemMessage, useEach } from '@cytocomm/portal-api';
import { confirmExport } from '../lists/confirm-export.ts';
import { choiceFilter, type ListFilter, searchFilter, sortFilter } from '../lists/list-filters.tsx';
import lists from '../lists/lists.module.css';
import { column, ResourceList, type Selection, useListView } from '../lists/ResourceList.tsx';
import classes from '../mail/mail.module.css';

const tags = ['Operations'] as const;

const { useInfiniteQuery: useMailPages } = pages(listMails, { tags });
const { useMutation: useRetryMail } = mutation(retryMail, { tags });

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
  column('to', 'To', { rowHeader: true, sortable: true, width: 200, grow: 2 }, ({ to }) => (
    <span className={lists.address}>
      <EmailWords email={to} />
    </span>
  )),
  column('kind', 'About', { sortable: true, width: 150 }, aboutOf),
  column('status', 'Status', { width: 200, grow: 2 }, ({ status, lastError }) => (
    <span className={classes.two}>
      <Tag tone={tones[status]}>{status}</Tag>
      {lastError ? <span className={classes.small}>{lastError}</span> : null}
    </span>
  )),
  column('attempts', 'Tries', { folded: true, grow: 0, width: 80 }, ({ attempts }) => (
    <span className="tabular">{attempts}</span>
  )),
  column('createdAt', 'When', { sortable: 'time', width: 150 }, ({ createdAt, sentAt, attempts, nextAttemptAt }) => (
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
  )),
  column('actions', 'Actions', { actions: true, grow: 0, width: 164 }, (mail) =>
    mail.status === 'failed' ? <SendAgain mail={mail} /> : null,
  ),
];

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

const filters: readonly ListFilter<MailExportQuery>[] = [
  searchFilter({ label: 'Search mails', maxLength: 254, placeholder: 'Part of an address' }, (search) => ({ search })),
  choiceFilter<MailStatus | 'all', MailExportQuery>(
    'status',
    {
      label: 'Which mails',
      all: 'In trouble',
      choices: [
        { value: 'all', label: 'All mails' },
        { value: 'waiting', label: 'Waiting' },
        { value: 'sending', label: 'Being sent' },
        { value: 'sent', label: 'Sent' },
        { value: 'failed', label: 'Failed' },
        { value: 'dropped', label: 'Not wanted any more' },
      ],
    },
    (status) => (status === 'all' ? {} : { status }),
    { status: 'troubled' },
  ),
  choiceFilter(
    'about',
    { label: 'What mails are about', all: 'About anything', choices: choicesIn<MailKindName>(MAIL_KINDS) },
    (kind) => ({ kind }),
  ),
  sortFilter<MailSort>(['-createdAt', 'createdAt', 'to', '-to', 'kind', '-kind']),
];

const count = (number: number) => `${number} ${number === 1 ? 'mail' : 'mails'}`;

/** Sends all mails again that are chosen and have failed. What could not be sent, or was not reached, stays chosen. */
function MailBulk({ chosen, selected, onSelect }: Selection<Mail>) {
  const [retry] = useRetryMail();
  const { run, ...each } = useEach(problemMessage);
  const failedOnes = [...chosen.values()].filter(({ status }) => status === 'failed').map(({ id }) => id);
  const nameOf = (id: string) => chosen.get(id)?.to ?? id;

  const sendAll = async () => {
    const { done, failed, left } = await run(failedOnes, (id) => retry({ params: { id } }), nameOf);
    onSelect(new Set([...failed.map(({ key }) => key), ...left]));
    const stopped = left.length === 0 ? '' : `; stopped before ${count(left.length)}`;
    if (done.length > 0) toast.success(`${count(done.length)} on the way again${stopped}`);
  };

  return (
    <BulkBar label="Selected mails" selected={selected} onSelect={onSelect} each={each}>
      {({ busy, disabled }) => (
        <>
          <Button
            variant="secondary"
            size="small"
            icon="retry"
            busy={busy}
            disabled={disabled || failedOnes.length === 0}
            onClick={() => void sendAll()}
          >
            Send again
          </Button>
          {failedOnes.length < selected.size && !busy ? (
            <span>{failedOnes.length || 'None'} of them failed: only what failed is sent again.</span>
          ) : null}
        </>
      )}
    </BulkBar>
  );
}

/** Returns the text of an empty list. */
function nothingFound({ q, status, about }: Readonly<Record<string, string>>): string {
  const isOfAny = q === '' && about === '';
  if (isOfAny && status === '') return 'No mail is in trouble.';
  if (isOfAny && status === 'all') return 'No mail has been sent yet.';
  return 'There is no such mail.';
}

/** The portal's mails: what failed and why, and sending it again. */
export default function MailLog() {
  const view = useListView(filters, 20);
  return (
    <Panel
      title="Mail"
      lead="Every mail is sent once or its failure stands here."
      actions={<ExportLink href={addressOf(exportMails, {}, view.query)} onClick={confirmExport} />}
    >
      <ResourceList
        view={view}
        query={useMailPages({ query: view.pageQuery })}
        pending={<TableSkeleton label="Loading mails" columns={5} rows={3} />}
        failed="The mails could not be loaded."
        caption="Mails"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={mailName}
        empty={nothingFound(view.values)}
        viewKey="mails"
        bulk={(selection) => <MailBulk {...selection} />}
      />
    </Panel>
  );
}
