import { Button, Select } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import { MailTable } from '../mail/MailTable.tsx';
import classes from '../mail/mail.module.css';
import { useAdminMailsInfiniteQuery } from '../mail/mail-api.ts';
import { tools } from '../tools/tools.ts';

type Which = 'troubled' | 'all';

/** The portal's mails: what failed and why, and sending it again. */
export default function MailLog() {
  const [which, setWhich] = useState<Which>('troubled');
  return (
    <Panel
      id={tools.mail.id}
      title="Mail"
      lead="Every mail is sent once or its failure stands here."
      actions={
        <Select
          label="Which mails"
          hideLabel
          value={which}
          onChange={(event) => setWhich(event.target.value === 'all' ? 'all' : 'troubled')}
        >
          <option value="troubled">In trouble</option>
          <option value="all">All mails</option>
        </Select>
      }
    >
      <Mails which={which} />
    </Panel>
  );
}

function Mails({ which }: { readonly which: Which }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useAdminMailsInfiniteQuery(which);
  if (!data) {
    return error ? (
      <QueryFailure
        title="The mails could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <TableSkeleton label="Loading mails" columns={5} rows={3} />
    );
  }
  return (
    <>
      <MailTable
        mails={data.pages.flatMap(({ items }) => items)}
        empty={which === 'troubled' ? 'No mail is in trouble.' : 'No mail has been sent yet.'}
      />
      {hasNextPage ? (
        <div className={classes.foot}>
          <Button variant="secondary" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}
