import { Select } from '@cytocomm/kit';
import { roleLabel } from '@cytocomm/session';
import classes from '../lists/lists.module.css';
import { SearchField } from '../lists/SearchField.tsx';
import type { UserListState } from './list-state.ts';
import { useAssignableRoles } from './roles.ts';

/** Properties of {@link UserFilters}. */
export interface UserFiltersProps {
  readonly state: UserListState;
  readonly onChange: (changed: Partial<UserListState>) => void;
}

/** The search field and the filters of the list. */
export function UserFilters({ state, onChange }: UserFiltersProps) {
  const { roles } = useAssignableRoles();
  const offered = [...new Set([...roles, 'developer', ...(state.role === undefined ? [] : [state.role])])];
  const { role = '', neverSignedIn } = state;
  return (
    <div className={classes.filters}>
      <SearchField
        label="Search users"
        hideLabel
        maxLength={254}
        placeholder="Part of an e-mail or name"
        value={state.search}
        onSearch={(search) => onChange({ search: search.toLowerCase() })}
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
        <option value="">Any sign-in</option>
        <option value="never">Never signed in</option>
        <option value="yes">Signed in before</option>
      </Select>
    </div>
  );
}
