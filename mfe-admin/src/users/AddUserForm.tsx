import { MAX_GROUPS_OF_PERSON, pastedEmail, type Role } from '@cytocomm/contract';
import { Button, Checkbox, focusFirstError, Select, TextField } from '@cytocomm/kit';
import { GroupChecks } from '@cytocomm/portal-api';
import { roleLabel } from '@cytocomm/session';
import { type FormEvent, useRef, useState } from 'react';
import { Failed } from '../lists/Loaded.tsx';
import { showDone } from '../lists/records.tsx';
import { emailProblem, requireSignIn, tellFailure } from './outcome.tsx';
import { useAddUser, useAssignableRoles, useChangeRole } from './user-api.ts';
import classes from './users.module.css';

/** Adds a person by e-mail, with one role, into groups of readers if there are any. What was typed stays when it fails. */
export function AddUserForm() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('investor');
  const { roles, failure } = useAssignableRoles();
  const [groups, setGroups] = useState<readonly string[]>([]);
  const [invite, setInvite] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [addUser, { isLoading }] = useAddUser();
  const [changeRole] = useChangeRole();

  const takeRole = async (address: string) => {
    const { error: refusal } = await changeRole({ params: { email: address }, body: { role: 'admin', enable: false } });
    if (refusal) tellFailure('Failed to update role', refusal);
    else showDone('admin removed');
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = pastedEmail(email);
    setError(address === '' ? 'Email required' : null);
    if (address === '') focusFirstError(form.current);
    if (address === '' || !requireSignIn()) return;
    const chosen = { ...(groups.length > 0 && { groups: [...groups] }), ...(invite && { invite }) };
    const result = await addUser({ body: { email: address, roles: [role], ...chosen } });
    if (result.error) {
      tellFailure('Failed to add user', result.error);
      setError(emailProblem(result.error));
      focusFirstError(form.current);
      return;
    }
    showDone('User added', role === 'admin' ? () => void takeRole(address) : undefined);
    setEmail('');
  };

  return (
    <>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        aria-label="Add a user"
        className={classes.addForm}
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(null);
          }}
          error={error}
          className={classes.email}
        />
        <Select
          label="Role"
          value={role}
          onChange={(event) => setRole(roles.find((each) => each === event.target.value) ?? role)}
        >
          {roles.map((each) => (
            <option key={each} value={each}>
              {roleLabel(each)}
            </option>
          ))}
        </Select>
        <div className={classes.wide}>
          <GroupChecks legend="In groups" groups={groups} most={MAX_GROUPS_OF_PERSON} onChange={setGroups} />
        </div>
        <Checkbox
          label="Send an invitation mail"
          checked={invite}
          onChange={(event) => setInvite(event.target.checked)}
          className={classes.invite}
        />
        <Button type="submit" icon="plus" busy={isLoading} busyLabel="Adding...">
          Add User
        </Button>
      </form>
      {failure ? <Failed title="The roles of teams could not be loaded." query={failure} /> : null}
    </>
  );
}
