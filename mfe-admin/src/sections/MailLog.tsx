import { Select } from '@cytocomm/kit';
import { Panel, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { PagedList } from '@cytocomm/portal-api';
import lists from '../lists/lists.module.css';
import { MAIL_CHOICES, type MailChoice, useMailChoice } from '../mail/list-state.ts';
import { MailTable } from '../mail/MailTable.tsx';
import { useMailPages } from '../mail/mail-api.ts';

const PAGE_SIZE = 20;
const NOTHING: Readonly<Partial<Record<MailChoice, string>>> = {
  troubled: 'No mail is in trouble.',
  all: 'No mail has been sent yet.',
};

/** The portal's mails: what failed and why, and sending it again. */
export default function MailLog() {
  const [choice, choose] = useMailChoice();
  return (
    <Panel title="Mail" lead="Every mail is sent once or its failure stands here.">
      <div className={lists.filters}>
        <Select label="Which mails" hideLabel value={choice} onChange={(event) => choose(event.target.value)}>
          {MAIL_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <Mails choice={choice} />
    </Panel>
  );
}

function Mails({ choice }: { readonly choice: MailChoice }) {
  const limit = useRowsAtOnce(PAGE_SIZE);
  const { data, currentData, error, ...rest } = useMailPages({
    query: { limit, ...(choice !== 'all' && { status: choice }) },
  });
  // After a failure the mails of the choice before would pass for the answer.
  const shown = error ? currentData : data;
  return (
    <PagedList
      query={{ data: shown, error, ...rest }}
      pending={<TableSkeleton label="Loading mails" columns={5} rows={3} />}
      failed="The mails could not be loaded."
    >
      {(mails) => (
        <MailTable
          mails={mails}
          empty={NOTHING[choice] ?? 'There is no such mail.'}
          busy={currentData === undefined && rest.isFetching}
        />
      )}
    </PagedList>
  );
}
