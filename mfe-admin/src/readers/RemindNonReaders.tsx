import { type DocumentReaders, MAX_REMINDED } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { people } from '../audience/audience-words.ts';
import { MailMany } from '../lists/MailMany.tsx';
import { useDocumentReaders, useRemindNonReaders } from './reader-api.ts';

/** Properties of {@link RemindNonReaders}. */
export interface RemindNonReadersProps {
  /** The id of the document. */
  readonly id: string;
  readonly title: string;
}

function describe({ people: all, opened, more }: DocumentReaders, title: string): string {
  if (more)
    return `More than ${people(all)} are asked to read “${title}”. Whoever has not opened it gets a mail, ${MAX_REMINDED.toLocaleString('en-US')} after the other.`;
  const left = all - opened;
  return `${people(left)} ${left === 1 ? 'has' : 'have'} not opened “${title}”. Each gets a mail with a link to it.`;
}

/** Mails those who have not opened a document, after saying how many they are. */
export function RemindNonReaders({ id, title }: RemindNonReadersProps) {
  const [remind] = useRemindNonReaders();
  const { refetch } = useDocumentReaders({ params: { id } });
  return (
    <MailMany
      label="Remind those who have not"
      question="Remind those who have not opened it?"
      confirmLabel="Send the reminder"
      count={async () => {
        const { data, error } = await refetch();
        if (data !== undefined && error === undefined) return describe(data, title);
        toast.error(`They could not be counted. ${problemMessage(error)}`);
        return undefined;
      }}
      mail={async (cursor) => {
        const { data, error } = await remind({ params: { id }, query: { cursor } });
        return { data: data && { mailed: data.queued, next: data.next }, error };
      }}
      onEnd={() => void refetch()}
      nobodyLeft="Nobody is left to remind today."
      failed="Nobody was reminded."
    >
      <p>Nobody gets a second one on the same day, nor one after opening it.</p>
    </MailMany>
  );
}
