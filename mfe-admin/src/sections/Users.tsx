import type { SectionProps } from '@cytocomm/contract';
import { ButtonLink } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { AddUserForm } from '../users/AddUserForm.tsx';
import { useUserListState } from '../users/list-state.ts';
import { UserFilters } from '../users/UserFilters.tsx';
import { UserList } from '../users/UserList.tsx';

const LEAD = 'Whoever is listed here can sign in by an e-mailed link.';

/** The users panel: who may sign in, with which roles. On a page of its own the form has an address. */
export default function Users({ place }: Pick<SectionProps, 'place'>) {
  const [state, setState] = useUserListState();
  if (place?.rest === 'new') {
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
        <AddUserForm />
      </Panel>
    );
  }
  const toForm = place ? (
    <ButtonLink size="small" icon="plus" to={`${place.path}/new`}>
      New user
    </ButtonLink>
  ) : undefined;
  return (
    <Panel title="Users" lead={LEAD} actions={toForm}>
      {place ? null : <AddUserForm />}
      <UserFilters state={state} onChange={setState} />
      <UserList state={state} onChange={setState} />
    </Panel>
  );
}
