import { MAX_REMINDED } from '@cytocomm/contract';
import { Button, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { problemMessage } from '@cytocomm/portal-api';
import { useState } from 'react';
import { people } from '../audience/audience-words.ts';
import { useDocumentReaders, useRemindNonReaders } from './reader-api.ts';

/** Properties of {@link RemindNonReaders}. */
export interface RemindNonReadersProps {
  /** The id of the document. */
  readonly id: string;
  readonly title: string;
}

/** Mails those who have not opened a document, after saying how many they are. */
export function RemindNonReaders({ id, title }: RemindNonReadersProps) {
  const [asked, setAsked] = useState(false);
  const [remind, { isLoading }] = useRemindNonReaders();
  const { data, refetch } = useDocumentReaders({ params: { id } });
  const left = data === undefined ? undefined : data.people - data.opened;

  const send = async () => {
    setAsked(false);
    const { data: reminded, error } = await remind({ params: { id } });
    if (error) toast.error(`Nobody was reminded. ${problemMessage(error)}`);
    else if (reminded.queued === 0) toast('Nobody is left to remind today.');
    else
      toast.success(
        `${people(reminded.queued)} will get a mail.${reminded.more ? ' There are more: remind again for the others.' : ''}`,
      );
    void refetch();
  };

  return (
    <>
      <Button
        size="small"
        icon="mail"
        busy={isLoading}
        busyLabel="Reminding..."
        onClick={() => {
          void refetch();
          setAsked(true);
        }}
      >
        Remind those who have not
      </Button>
      <ConfirmDialog
        open={asked}
        question="Remind those who have not opened it?"
        confirmLabel="Send the reminder"
        cancelLabel="Not now"
        onConfirm={() => void send()}
        onCancel={() => setAsked(false)}
      >
        <p aria-live="polite">
          {data === undefined || left === undefined
            ? 'Counting who has not opened it …'
            : data.more
              ? `More than ${people(data.people)} are asked to read “${title}”. A reminder goes to ${MAX_REMINDED.toLocaleString('en-US')} of them at once.`
              : `${people(left)} ${left === 1 ? 'has' : 'have'} not opened “${title}”. Each gets a mail with a link to it.`}
        </p>
        <p>Nobody gets a second one on the same day, nor one after opening it.</p>
      </ConfirmDialog>
    </>
  );
}
