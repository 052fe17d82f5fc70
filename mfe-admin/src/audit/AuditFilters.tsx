import { AUDIT_ACTIONS } from '@cytocomm/contract';
import { Select } from '@cytocomm/kit';
import { DayFields } from '../lists/DayFields.tsx';
import classes from '../lists/lists.module.css';
import { SearchField } from '../lists/SearchField.tsx';
import { ACTIONS, type AuditListState } from './list-state.ts';

/** Properties of {@link AuditFilters}. */
export interface AuditFiltersProps {
  readonly state: AuditListState;
  readonly onChange: (changed: Partial<AuditListState>) => void;
}

/** The filters of the audit trail: who, what, whom it concerns, and days. */
export function AuditFilters({ state, onChange }: AuditFiltersProps) {
  return (
    <div className={classes.filters}>
      <SearchField
        label="Done by"
        maxLength={300}
        placeholder="A whole e-mail"
        value={state.actor}
        className={classes.choice}
        onSearch={(actor) => onChange({ actor })}
      />
      <Select
        label="Action"
        className={classes.choice}
        value={state.action ?? ''}
        onChange={({ target: { value } }) => onChange({ action: ACTIONS.find((action) => action === value) })}
      >
        <option value="">All actions</option>
        {ACTIONS.map((action) => (
          <option key={action} value={action}>
            {AUDIT_ACTIONS[action]}
          </option>
        ))}
      </Select>
      <SearchField
        label="About"
        maxLength={300}
        placeholder="A whole e-mail or id"
        value={state.subject}
        className={classes.search}
        onSearch={(subject) => onChange({ subject })}
      />
      <DayFields days={state} onChange={onChange} />
    </div>
  );
}
