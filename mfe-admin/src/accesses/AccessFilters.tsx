import { ChoiceField, FilterBar, SearchField } from '@cytocomm/portal-api';
import { DayFields } from '../lists/DayFields.tsx';
import classes from '../lists/lists.module.css';
import { ACTIONS, type AccessListState } from './list-state.ts';

/** Properties of {@link AccessFilters}. */
export interface AccessFiltersProps {
  readonly state: AccessListState;
  readonly onChange: (changed: Partial<AccessListState>) => void;
}

/** The filters of the list: who, days, and what. */
export function AccessFilters({ state, onChange }: AccessFiltersProps) {
  return (
    <FilterBar>
      <SearchField
        label="Who"
        maxLength={254}
        placeholder="Part of an e-mail"
        byWords
        value={state.by}
        onSearch={(by) => onChange({ by })}
      />
      <DayFields days={state} onChange={onChange} />
      <ChoiceField
        label="Action"
        className={classes.choice}
        value={state.action}
        all="Opened or downloaded"
        choices={ACTIONS}
        onChange={(action) => onChange({ action })}
      />
    </FilterBar>
  );
}
