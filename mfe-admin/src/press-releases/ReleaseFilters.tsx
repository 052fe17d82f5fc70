import { ChoiceField, FilterBar, SearchField } from '@cytocomm/portal-api';
import { type ReleaseListState, STATUSES } from './list-state.ts';

/** Properties of {@link ReleaseFilters}. */
export interface ReleaseFiltersProps {
  readonly state: ReleaseListState;
  /** A second person approves here. */
  readonly hasApproval: boolean;
  readonly onChange: (changed: Partial<ReleaseListState>) => void;
}

/** The search field and the filter of the list. */
export function ReleaseFilters({ state, hasApproval, onChange }: ReleaseFiltersProps) {
  const states = STATUSES.filter(({ value }) => value !== 'asked' || hasApproval || state.status === 'asked');
  return (
    <FilterBar>
      <SearchField
        byWords
        label="Search press releases"
        hideLabel
        maxLength={200}
        placeholder="Part of a title or author"
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <ChoiceField
        label="Status of press releases"
        hideLabel
        value={state.status}
        all="All states"
        choices={states}
        onChange={(status) => onChange({ status })}
      />
    </FilterBar>
  );
}
