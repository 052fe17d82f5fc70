import { ChoiceField, FilterBar, SearchField, useGroups } from '@cytocomm/portal-api';
import { roleLabel } from '@cytocomm/session';
import type { UserListState } from './list-state.ts';
import { useAssignableRoles } from './roles.ts';

/** Properties of {@link UserFilters}. */
export interface UserFiltersProps {
  readonly state: UserListState;
  readonly onChange: (changed: Partial<UserListState>) => void;
}

const SIGN_INS = [
  { value: 'never', label: 'Never signed in' },
  { value: 'yes', label: 'Signed in before' },
] as const;

/** The search field and the filters of the list. */
export function UserFilters({ state, onChange }: UserFiltersProps) {
  const { roles, isComplete } = useAssignableRoles();
  const known = [...roles, 'developer'];
  const wordOf = (role: string) => `${roleLabel(role)}${isComplete && !known.includes(role) ? ' (no such role)' : ''}`;
  const offered = [...new Set([...known, ...(state.role === undefined ? [] : [state.role])])];
  const { role, group, neverSignedIn } = state;
  const groups = [...new Set([...(useGroups().data?.items ?? []).map(({ name }) => name), ...(group ? [group] : [])])];
  return (
    <FilterBar>
      <SearchField
        byWords
        label="Search users"
        hideLabel
        maxLength={254}
        placeholder="Part of an e-mail or name"
        value={state.search}
        onSearch={(search) => onChange({ search: search.toLowerCase() })}
      />
      <ChoiceField
        label="Role of users"
        hideLabel
        value={role}
        all="All roles"
        choices={offered.map((each) => ({ value: each, label: wordOf(each) }))}
        onChange={(chosen) => onChange({ role: chosen })}
      />
      {groups.length > 0 ? (
        <ChoiceField
          label="Group of users"
          hideLabel
          value={group}
          all="All groups"
          choices={groups.map((each) => ({ value: each, label: each }))}
          onChange={(chosen) => onChange({ group: chosen })}
        />
      ) : null}
      <ChoiceField
        label="Sign-ins of users"
        hideLabel
        value={neverSignedIn === undefined ? undefined : neverSignedIn ? 'never' : 'yes'}
        all="Any sign-in"
        choices={SIGN_INS}
        onChange={(chosen) => onChange({ neverSignedIn: chosen && chosen === 'never' })}
      />
    </FilterBar>
  );
}
