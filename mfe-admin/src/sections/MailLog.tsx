import { Select } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { PagedList } from '@cytocomm/portal-api';
import { useState } from 'react';
import { MailTable } from '../mail/MailTable.tsx';
import { useMailPages } from '../mail/mail-api.ts';

type Which = 'troubled' | 'all';

/** The portal's mails: what failed and why, and sending it again. */
export default function MailLog() {
  const [which, setWhich] = useState<Which>('troubled');
  return (
    <Panel
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
  return (
    <PagedList
      query={useMailPages({ query: { limit: 20, ...(which === 'troubled' && { status: which }) } })}
      pending={<TableSkeleton label="Loading mails" columns={5} rows={3} />}
      failed="The mails could not be loaded."
    >
      {(mails) => (
        <MailTable
          mails={mails}
          empty={which === 'troubled' ? 'No mail is in trouble.' : 'No mail has been sent yet.'}
        />
      )}
    </PagedList>
  );
}
