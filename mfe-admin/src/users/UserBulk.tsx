import { groupNamed, type User } from '@cytocomm/contract';
import { Button, Select, toast } from '@cytocomm/kit';
import { BulkBar, DeleteChosen, useEach } from '@cytocomm/portal-api';
import { freshIdToken, roleLabel, useSession } from '@cytocomm/session';
import { useState } from 'react';
import { Failed } from '../lists/Loaded.tsx';
import type { Selection } from '../lists/ResourceList.tsx';
import { showDone } from '../lists/records.tsx';
import { reasonOf, requireSignIn } from './outcome.tsx';
import { OwnAdminRole } from './RoleChecks.tsx';
import { GroupField } from './UserGroups.tsx';
import { useAssignableRoles, useChangeGroup, useChangeRole, useDeleteUser, useResendInvitation } from './user-api.ts';

const count = (number: number) => `${number} ${number === 1 ? 'user' : 'users'}`;

/** What is done to everybody who is chosen: a role given or taken, the invitation resent, or the record deleted. One after the other; who could not be changed, or was not reached, stays chosen. */
export function UserBulk({ chosen, selected, onSelect }: Selection<User>) {
  const { roles, failure } = useAssignableRoles();
  const [role, setRole] = useState('investor');
  const { run, ...each } = useEach(reasonOf);
  const [groupText, setGroupText] = useState('');
  const [asks, setAsks] = useState(false);
  const own = useSession((session) => session.email);
  const [changeGroup] = useChangeGroup();
  const [changeRole] = useChangeRole();
  const [resendInvitation] = useResendInvitation();
  const [deleteUser] = useDeleteUser();

  const changeAll = async (
    change: Parameters<typeof run>[1],
    describe: (done: number) => string,
    { emails = [...selected], undo }: { emails?: readonly string[]; undo?: (done: readonly string[]) => void } = {},
  ) => {
    if (!requireSignIn()) return;
    const { done, failed, left } = await run(emails, change);
    onSelect(new Set([...failed.map(({ key }) => key), ...left]));
    const stopped = left.length === 0 ? '' : `; stopped before ${count(left.length)}`;
    if (done.length > 0) showDone(`${describe(done.length)}${stopped}`, undo && (() => undo(done)));
  };
  const setRoleOf = (emails: readonly string[], enable: boolean): Promise<void> => {
    const wereAdmins = emails.filter((email) => chosen.get(email)?.roles.includes('admin'));
    const takeBack = (done: readonly string[]) =>
      void setRoleOf(
        done.filter((email) => !wereAdmins.includes(email)),
        false,
      );
    return changeAll(
      (email) => changeRole({ params: { email }, body: { role, enable } }),
      (done) => `${role} ${enable ? 'enabled' : 'removed'} for ${count(done)}`,
      { emails, ...(role === 'admin' && enable && { undo: takeBack }) },
    );
  };
  const takeRole = async () => {
    setAsks(false);
    // One's own last: without the role nothing more can be changed.
    await setRoleOf(
      [...selected].sort((one, other) => Number(one === own) - Number(other === own)),
      false,
    );
    // What an admin changes of their own roles shows at once.
    if (own !== null && selected.has(own)) await freshIdToken({ renew: true });
  };
  const isOwnAdminRole = role === 'admin' && own !== null && chosen.get(own)?.roles.includes('admin') === true;
  const setGroupOfAll = (enable: boolean) => {
    const group = groupNamed(groupText);
    if (group === undefined) return toast.error('Enter the name of a group, such as Series A.');
    return changeAll(
      (email) => changeGroup({ params: { email }, body: { group, enable } }),
      (done) => `${count(done)} ${done === 1 ? 'is' : 'are'} ${enable ? 'in' : 'out of'} ${group} now`,
    );
  };
  const inviteAll = () =>
    changeAll(
      (email) => resendInvitation({ params: { email } }),
      (done) => `Invitation resent for ${count(done)}`,
    );

  return (
    <BulkBar
      label="Selected users"
      selected={selected}
      onSelect={onSelect}
      each={each}
      failure={
        failure ? <Failed title="The roles of teams to give or take could not be loaded." query={failure} /> : undefined
      }
    >
      {(state) => (
        <>
          <Select label="Role to change" hideLabel value={role} onChange={(event) => setRole(event.target.value)}>
            {roles.map((name) => (
              <option key={name} value={name}>
                {roleLabel(name)}
              </option>
            ))}
          </Select>
          <Button variant="secondary" size="small" {...state} onClick={() => void setRoleOf([...selected], true)}>
            Give role
          </Button>
          <Button
            variant="secondary"
            size="small"
            {...state}
            onClick={() => (isOwnAdminRole ? setAsks(true) : void takeRole())}
          >
            Take role
          </Button>
          <OwnAdminRole open={asks} onKeep={() => setAsks(false)} onTake={() => void takeRole()} />
          <GroupField
            label="Group to change"
            hideLabel
            placeholder="Group"
            value={groupText}
            onChange={(event) => setGroupText(event.target.value)}
          />
          <Button variant="secondary" size="small" {...state} onClick={() => void setGroupOfAll(true)}>
            Put into group
          </Button>
          <Button variant="secondary" size="small" {...state} onClick={() => void setGroupOfAll(false)}>
            Take out of group
          </Button>
          <Button variant="secondary" size="small" {...state} onClick={() => void inviteAll()}>
            Resend invitation
          </Button>
          <DeleteChosen
            {...state}
            kind="user"
            one="user"
            several="users"
            chosen={chosen}
            nameOf={({ email }) => email}
            remove={async (email) => {
              const { error, data } = await deleteUser({ params: { email } });
              return { error, deletedAt: data?.deletedAt };
            }}
            run={run}
            onSelect={onSelect}
          >
            They are signed out everywhere at once and cannot sign in any more. What they uploaded or wrote stays. You
            can take this back within 30 days.
          </DeleteChosen>
        </>
      )}
    </BulkBar>
  );
}
