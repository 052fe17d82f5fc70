import { Select } from '@cytocomm/kit';
import { DayFields } from '../lists/DayFields.tsx';
import classes from '../lists/lists.module.css';
import { SearchField } from '../lists/SearchField.tsx';
import { type AccessListState, accessActionOf } from './list-state.ts';

/** Properties of {@link AccessFilters}. */
export interface AccessFiltersProps {
  readonly state: AccessListState;
  readonly onChange: (changed: Partial<AccessListState>) => void;
}

/** The filters of the list: who, what, and days. */
export function AccessFilters({ state, onChange }: AccessFiltersProps) {
  return (
    <div className={classes.filters}>
      <SearchField
        label="Who"
        maxLength={254}
        placeholder="How an e-mail begins"
        value={state.by}
        className={classes.search}
        onSearch={(by) => onChange({ by })}
      />
      <Select
        label="Action"
        className={classes.choice}
        value={state.action ?? ''}
        onChange={({ target }) => onChange({ action: accessActionOf(target.value) })}
      >
        <option value="">Opened or downloaded</option>
        <option value="opened">Opened</option>
        <option value="downloaded">Downloaded</option>
      </Select>
      <DayFields days={state} onChange={onChange} />
    </div>
  );
}
