import { Select, TextField } from '@cytocomm/kit';
import { roleLabel } from '@cytocomm/session';
import { useEffect, useState } from 'react';
import type { UserListState } from './list-state.ts';
import { useAssignableRoles } from './roles.ts';
import { useSettled } from './use-settled.ts';
import classes from './users.module.css';

/** Properties of {@link UserFilters}. */
export interface UserFiltersProps {
  readonly state: UserListState;
  readonly onChange: (changed: Partial<UserListState>) => void;
}

/** The search field and the filters of the list. */
export function UserFilters({ state, onChange }: UserFiltersProps) {
  const [typed, setTyped] = useState(state.search);
  const settled = useSettled(typed.trim().toLowerCase());
  const { roles } = useAssignableRoles();
  const offered = [...new Set([...roles, 'developer', ...(state.role === undefined ? [] : [state.role])])];
  const { role = '', neverSignedIn } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed goes into the address once it has settled
  useEffect(() => {
    if (settled !== state.search) onChange({ search: settled });
  }, [settled]);
  return (
    <div className={classes.filters}>
      <TextField
        label="Search users"
        hideLabel
        type="search"
        placeholder="Part of an e-mail or name"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={classes.search}
      />
      <Select
        label="Role of users"
        hideLabel
        value={role}
        onChange={(event) => onChange({ role: event.target.value === '' ? undefined : event.target.value })}
      >
        <option value="">All roles</option>
        {offered.map((each) => (
          <option key={each} value={each}>
            {roleLabel(each)}
          </option>
        ))}
      </Select>
      <Select
        label="Sign-ins of users"
        hideLabel
        value={neverSignedIn === undefined ? '' : neverSignedIn ? 'never' : 'yes'}
        onChange={({ target: { value } }) => onChange({ neverSignedIn: value === '' ? undefined : value === 'never' })}
      >
        <option value="">Signed in or not</option>
        <option value="never">Never signed in</option>
        <option value="yes">Signed in before</option>
      </Select>
    </div>
  );
}
