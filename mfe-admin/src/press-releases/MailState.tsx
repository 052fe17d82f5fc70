import type { AdminPressRelease } from '@cytocomm/contract';
import { Button, Dialog, RelativeTime } from '@cytocomm/kit';
import { StatRow, StatTile, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import classes from './press-releases.module.css';
import { useRelease } from './release-api.ts';

/** Whether a release goes or went out by mail, and how its mails are doing. */
export function MailState({ release }: { readonly release: AdminPressRelease }) {
  const [open, setOpen] = useState(false);
  if (!release.sendEmail) return <span className={classes.meta}>no</span>;
  if (release.status !== 'published') return <span className={classes.meta}>when it appears</span>;
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        <span className="visually-hidden">Mails of {release.title}: </span>
        {release.mailing === 'queued' && release.recipients === 0 ? (
          'nobody to mail'
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
  const { data, error, isFetching, refetch } = useRelease({ params: { id } });
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
