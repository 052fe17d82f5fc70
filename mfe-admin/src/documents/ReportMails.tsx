import {
  readWaitingReports,
  recallWaitingReports,
  sendWaitingReports,
  type WaitingReports as Waiting,
} from '@cytocomm/contract';
import { Button, Checkbox, Notice, toast } from '@cytocomm/kit';
import { AtLowerEdge, endpoint, mutation, problemMessage, useGroups } from '@cytocomm/portal-api';
import { useEffect } from 'react';
import { people, useAlertAudience } from '../lists/audience.ts';
import { Failed } from '../lists/Loaded.tsx';
import classes from './documents.module.css';

interface NotifyBoxProps {
  /** How many files are to be uploaded: one mail tells of all of them. */
  readonly files: number;
  /** For which groups alone they are; none: for all. */
  readonly groups: readonly string[];
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** The choice to mail an upload to those who asked for such mails, and how many they are. */
export function NotifyBox({ files, groups, checked, disabled, onChange }: NotifyBoxProps) {
  // Not `data`, which belongs to the previous groups until the answer is here.
  const { currentData, error } = useAlertAudience({
    query: { topics: ['new-report'], ...(groups.length > 0 && { groups: [...groups] }) },
  });
  const recipients = currentData?.recipients;
  const each = files > 1 ? ', in one mail about all files' : '';
  const reach =
    recipients === undefined
      ? error
        ? 'How many that are could not be counted.'
        : 'Counting who that is …'
      : recipients === 0
        ? 'No one has asked to hear of new reports, so no mail goes out.'
        : `${people(recipients)} asked to hear of new reports${each}.`;
  return (
    <Checkbox
      label="Tell investors by e-mail"
      hint={reach}
      checked={checked && recipients !== 0}
      disabled={disabled || recipients === 0}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

const tags = ['Document'] as const;
const { useQuery: useWaitingReports } = endpoint(readWaitingReports, { tags, keepUnusedDataFor: 0 });
const { useMutation: useSendWaitingReports } = mutation(sendWaitingReports, { tags: [...tags, 'Operations'] });
const { useMutation: useRecallWaitingReports } = mutation(recallWaitingReports, { tags });

/** At most so many titles are named. */
const MAX_NAMED = 3;
/** The server sends due mails within this time. */
const SENT_MARGIN_MS = 6000;

/** Returns `“A”, “B”, “C” and 12 more`. */
function namesOf(documents: Waiting['documents']): string {
  const names = documents.slice(0, MAX_NAMED).map(({ title }) => `“${title}”`);
  const more = documents.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Shows the mail about new reports before it goes out: to how many people and when, with buttons to send it now or not at all. */
export function WaitingReports() {
  const query = useWaitingReports();
  const { data, error, refetch } = query;
  const goesOutAt = data?.goesOutAt ?? null;
  useEffect(() => {
    if (goesOutAt === null) return;
    const delay = Math.max(0, Date.parse(goesOutAt) - Date.now()) + SENT_MARGIN_MS;
    const timer = setTimeout(() => void refetch(), delay);
    return () => clearTimeout(timer);
  }, [goesOutAt, refetch]);
  if (data === undefined && error !== undefined)
    return (
      <AtLowerEdge>
        <Failed title="Whether a mail about new reports waits could not be read." query={query} />
      </AtLowerEdge>
    );
  if (data === undefined || goesOutAt === null) return null;
  return (
    <AtLowerEdge>
      <WaitingMail documents={data.documents} goesOutAt={goesOutAt} />
    </AtLowerEdge>
  );
}

function WaitingMail({
  documents,
  goesOutAt,
}: {
  readonly documents: Waiting['documents'];
  readonly goesOutAt: string;
}) {
  const { data: audience } = useAlertAudience({ query: { topics: ['new-report'] } });
  const { data: groups } = useGroups();
  const [send, sending] = useSendWaitingReports();
  const [recall, recalling] = useRecallWaitingReports();
  const choice = { body: { documents: documents.map(({ id }) => id) } };
  const busy = sending.isLoading || recalling.isLoading;

  const sendNow = async () => {
    const { data, error } = await send(choice);
    if (error) toast.error(`The mail was not sent. ${problemMessage(error)}`);
    else toast.success(data.changed === 0 ? 'The mail is on its way already.' : 'The mail is on its way.');
  };
  const doNotSend = async () => {
    const { data, error } = await recall(choice);
    if (error) toast.error(`The mail was not stopped. ${problemMessage(error)}`);
    else if (data.changed < documents.length)
      toast.error(
        data.changed === 0
          ? 'Too late: the mail is on its way.'
          : 'Too late for some of them: their mail is on its way.',
      );
    else toast.success('No mail goes out.');
  };

  const clock = new Date(goesOutAt).toLocaleTimeString('en-US', { timeStyle: 'short' });
  // Where there are groups a report may be for one alone, and the answer does not tell which.
  const isForAll = groups?.items.length === 0;
  const reach = audience === undefined || !isForAll ? '' : ` to ${people(audience.recipients)}`;
  return (
    <Notice title={`Goes out${reach} at ${clock}`} live className={classes.waiting}>
      <p>
        {documents.length === 1 ? 'A mail about the new report ' : `One mail about ${documents.length} new reports: `}
        {namesOf(documents)}.
      </p>
      <div className={classes.submit}>
        <Button variant="secondary" size="small" busy={busy} onClick={() => void sendNow()}>
          Send now
        </Button>
        <Button variant="secondary" size="small" busy={busy} onClick={() => void doNotSend()}>
          Do not send
        </Button>
      </div>
    </Notice>
  );
}
