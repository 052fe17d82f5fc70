import { addressOf, exportUsers, type SectionProps } from '@cytocomm/contract';
import { ButtonLink } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { ExportLink, useOpenedName } from '@cytocomm/portal-api';
import type { ComponentType } from 'react';
import { confirmExport } from '../lists/confirm-export.ts';
import { NoSuchRecord } from '../lists/NoSuchRecord.tsx';
import { AddUserForm } from '../users/AddUserForm.tsx';
import { ImportUsers } from '../users/ImportUsers.tsx';
import { queryOf, useUserListState } from '../users/list-state.ts';
import { UserFilters } from '../users/UserFilters.tsx';
import { UserList } from '../users/UserList.tsx';

/** What stands below the tool's address, in place of the list. */
const FORMS: ReadonlyMap<string, ComponentType> = new Map([
  ['new', AddUserForm],
  ['import', ImportUsers],
]);
const IMPORT = 'Import CSV';

const LEAD = 'Whoever is listed here can sign in by an e-mailed link.';

/** The users panel: who may sign in, with which roles. On a page of its own the forms have addresses. */
export default function Users({ place }: Pick<SectionProps, 'place'>) {
  const [state, setState] = useUserListState();
  useOpenedName(place, place?.rest === 'import' ? IMPORT : null);
  const Form = FORMS.get(place?.rest ?? '');
  if (place && Form) {
    return (
      <Panel
        title="Users"
        lead={LEAD}
        actions={
          <ButtonLink variant="secondary" size="small" icon="chevron-left" to={place.path}>
            All users
          </ButtonLink>
        }
      >
        <Form />
      </Panel>
    );
  }
  if (place && place.rest !== '') return <NoSuchRecord title="Users" one="user" all="All users" path={place.path} />;
  const exportLink = <ExportLink href={addressOf(exportUsers, {}, queryOf(state))} onClick={confirmExport} />;
  const links = place ? (
    <>
      {exportLink}
      <ButtonLink variant="secondary" size="small" icon="upload" to={`${place.path}/import`}>
        {IMPORT}
      </ButtonLink>
      <ButtonLink size="small" icon="plus" to={`${place.path}/new`}>
        New user
      </ButtonLink>
    </>
  ) : (
    exportLink
  );
  return (
    <Panel title="Users" lead={LEAD} actions={links}>
      {place ? null : <AddUserForm />}
      <UserFilters state={state} onChange={setState} />
      <UserList state={state} onChange={setState} />
    </Panel>
  );
}
