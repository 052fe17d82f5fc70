import { Select, TextField } from '@cytocomm/kit';
import { useEffect, useState } from 'react';
import { useSettled } from '../users/use-settled.ts';
import { type ReleaseListState, releaseStatusOf } from './list-state.ts';
import classes from './press-releases.module.css';

/** Properties of {@link ReleaseFilters}. */
export interface ReleaseFiltersProps {
  readonly state: ReleaseListState;
  readonly onChange: (changed: Partial<ReleaseListState>) => void;
}

/** The search field and the filter of the list. */
export function ReleaseFilters({ state, onChange }: ReleaseFiltersProps) {
  const [typed, setTyped] = useState(state.search);
  const settled = useSettled(typed.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed goes into the address once it has settled
  useEffect(() => {
    if (settled !== state.search) onChange({ search: settled });
  }, [settled]);
  return (
    <div className={classes.filters}>
      <TextField
        label="Search press releases"
        hideLabel
        type="search"
        maxLength={200}
        placeholder="Part of a title or author"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
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
      </Select>
    </div>
  );
}
