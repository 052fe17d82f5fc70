import { addressOf, exportUsers, type SectionProps } from '@cytocomm/contract';
import { ButtonLink } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { BackToList, ExportLink, useOpenedName } from '@cytocomm/portal-api';
import type { ComponentType } from 'react';
import { PersonAccesses } from '../accesses/PersonAccesses.tsx';
import { confirmExport } from '../lists/confirm-export.ts';
import { useListView } from '../lists/ResourceList.tsx';
import { NoSuchRecord } from '../lists/records.tsx';
import { AddUserForm } from '../users/AddUserForm.tsx';
import { ImportUsers } from '../users/ImportUsers.tsx';
import { InviteFiltered } from '../users/InviteFiltered.tsx';
import { filters, UserList } from '../users/UserList.tsx';

/** What stands below the tool's address, in place of the list. */
const FORMS: ReadonlyMap<string, ComponentType> = new Map([
  ['new', AddUserForm],
  ['import', ImportUsers],
]);
const IMPORT = 'Import CSV';

const LEAD = 'Everyone listed here can sign in by an e-mailed link.';

const ACCESSES = /^([^/]+)\/accesses$/;

/** Returns the person whose accesses an address below the tool shows, as their e-mail; undefined for any other address. */
function accessedIn(rest: string): string | undefined {
  try {
    const [, written] = ACCESSES.exec(rest) ?? [];
    return written === undefined ? undefined : decodeURIComponent(written);
  } catch {
    // A percent sign that is cut off.
    return undefined;
  }
}

/** The users panel: who may sign in, with which roles. On a page of its own the forms have addresses. */
export default function Users({ place }: Pick<SectionProps, 'place'>) {
  const view = useListView(filters);
  useOpenedName(place, place?.rest === 'import' ? IMPORT : null);
  const Form = FORMS.get(place?.rest ?? '');
  if (place && Form) {
    return (
      <Panel title="Users" lead={LEAD} actions={<BackToList path={place.path}>All users</BackToList>}>
        <Form />
      </Panel>
    );
  }
  const accessed = accessedIn(place?.rest ?? '');
  if (place && accessed !== undefined) return <PersonAccesses email={accessed} place={place} />;
  if (place && place.rest !== '') return <NoSuchRecord title="Users" one="user" all="All users" path={place.path} />;
  const forFiltered = (
    <>
      <InviteFiltered query={view.query} />
      <ExportLink href={addressOf(exportUsers, {}, view.query)} onClick={confirmExport} />
    </>
  );
  const links = place ? (
    <>
      {forFiltered}
      <ButtonLink variant="secondary" size="small" icon="upload" to={`${place.path}/import`}>
        {IMPORT}
      </ButtonLink>
      <ButtonLink size="small" icon="plus" to={`${place.path}/new`}>
        New user
      </ButtonLink>
    </>
  ) : (
    forFiltered
  );
  return (
    <Panel title="Users" lead={LEAD} actions={links}>
      {place ? null : <AddUserForm />}
      <UserList view={view} />
    </Panel>
  );
}
