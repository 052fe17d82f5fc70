import { ChoiceField, FilterBar, SearchField } from '@cytocomm/portal-api';
import { DayFields } from '../lists/DayFields.tsx';
import classes from '../lists/lists.module.css';
import { ACTIONS, type AuditListState } from './list-state.ts';

/** Properties of {@link AuditFilters}. */
export interface AuditFiltersProps {
  readonly state: AuditListState;
  readonly onChange: (changed: Partial<AuditListState>) => void;
}

/** The filters of the audit trail: who, what, whom it concerns, and days. */
export function AuditFilters({ state, onChange }: AuditFiltersProps) {
  return (
    <FilterBar>
      <SearchField
        label="Done by"
        maxLength={300}
        placeholder="Start of e-mail"
        value={state.actor}
        className={classes.choice}
        onSearch={(actor) => onChange({ actor })}
      />
      <ChoiceField
        label="Action"
        className={classes.choice}
        value={state.action}
        all="All actions"
        choices={ACTIONS}
        onChange={(action) => onChange({ action })}
      />
      <SearchField
        label="About"
        maxLength={300}
        placeholder="Start of e-mail or id"
        value={state.subject}
        onSearch={(subject) => onChange({ subject })}
      />
      <DayFields days={state} onChange={onChange} />
    </FilterBar>
  );
}
