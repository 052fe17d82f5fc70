import { Select } from '@cytocomm/kit';
import classes from '../lists/lists.module.css';
import { SearchField } from '../lists/SearchField.tsx';
import { type ReleaseListState, releaseStatusOf } from './list-state.ts';

/** Properties of {@link ReleaseFilters}. */
export interface ReleaseFiltersProps {
  readonly state: ReleaseListState;
  /** A second person approves here. */
  readonly hasApproval: boolean;
  readonly onChange: (changed: Partial<ReleaseListState>) => void;
}

/** The search field and the filter of the list. */
export function ReleaseFilters({ state, hasApproval, onChange }: ReleaseFiltersProps) {
  return (
    <div className={classes.filters}>
      <SearchField
        label="Search press releases"
        hideLabel
        maxLength={200}
        placeholder="Part of a title or author"
        value={state.search}
        onSearch={(search) => onChange({ search })}
        className={classes.search}
      />
      <Select
        label="Status of press releases"
        hideLabel
        value={state.status ?? ''}
        onChange={({ target }) => onChange({ status: releaseStatusOf(target.value) })}
      >
        <option value="">All states</option>
        <option value="draft">Drafts</option>
        <option value="scheduled">Scheduled</option>
        <option value="published">Published</option>
        {hasApproval || state.status === 'asked' ? <option value="asked">Waiting for approval</option> : null}
      </Select>
    </div>
  );
}
