import { addressOf, exportMails, type Mail } from '@cytocomm/contract';
import { Panel, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { ExportLink, GridPages, useChosen } from '@cytocomm/portal-api';
import { confirmExport } from '../lists/confirm-export.ts';
import { type MailListState, mailSortOf, queryOf, useMailListState } from '../mail/list-state.ts';
import { MailBulk } from '../mail/MailBulk.tsx';
import { MailFilters } from '../mail/MailFilters.tsx';
import { MailTable } from '../mail/MailTable.tsx';
import { useMailPages } from '../mail/mail-api.ts';

const PAGE_SIZE = 20;

/** Returns what is said when there are no mails. */
function nothingFound({ search, choice, kind }: MailListState): string {
  if (search === '' && kind === undefined && choice === 'troubled') return 'No mail is in trouble.';
  if (search === '' && kind === undefined && choice === 'all') return 'No mail has been sent yet.';
  return 'There is no such mail.';
}

const idOf = ({ id }: Mail) => id;

/** The portal's mails: what failed and why, and sending it again. */
export default function MailLog() {
  const [state, change] = useMailListState();
  const query = queryOf(state);
  const pages = useMailPages({ query: { limit: useRowsAtOnce(PAGE_SIZE), ...query } });
  const { chosen, selected, select } = useChosen(pages, idOf);
  return (
    <Panel
      title="Mail"
      lead="Every mail is sent once or its failure stands here."
      actions={<ExportLink href={addressOf(exportMails, {}, query)} onClick={confirmExport} />}
    >
      <MailFilters state={state} onChange={change} />
      <MailBulk chosen={chosen} selected={selected} onSelect={select} />
      <GridPages
        query={pages}
        pending={<TableSkeleton label="Loading mails" columns={5} rows={3} />}
        failed="The mails could not be loaded."
      >
        {(mails, busy) => (
          <MailTable
            mails={mails}
            sort={state.sort}
            onSort={(sort) => change({ sort: mailSortOf(sort) })}
            selected={selected}
            onSelect={select}
            empty={nothingFound(state)}
            busy={busy}
          />
        )}
      </GridPages>
    </Panel>
  );
}
