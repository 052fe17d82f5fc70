import { MAIL_KINDS } from '@cytocomm/contract';
import { Select } from '@cytocomm/kit';
import classes from '../lists/lists.module.css';
import { SearchField } from '../lists/SearchField.tsx';
import { KINDS, MAIL_CHOICES, type MailListState, mailChoiceOf, mailKindOf } from './list-state.ts';

/** Properties of {@link MailFilters}. */
export interface MailFiltersProps {
  readonly state: MailListState;
  readonly onChange: (changed: Partial<MailListState>) => void;
}

/** The search field and the filters of the list. */
export function MailFilters({ state, onChange }: MailFiltersProps) {
  return (
    <div className={classes.filters}>
      <SearchField
        label="Search mails"
        hideLabel
        maxLength={254}
        placeholder="Part of an address"
        value={state.search}
        onSearch={(search) => onChange({ search })}
        className={classes.search}
      />
      <Select
        label="Which mails"
        hideLabel
        value={state.choice}
        onChange={({ target }) => onChange({ choice: mailChoiceOf(target.value) })}
      >
        {MAIL_CHOICES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        label="What mails are about"
        hideLabel
        value={state.kind ?? ''}
        onChange={({ target }) => onChange({ kind: mailKindOf(target.value) })}
      >
        <option value="">About anything</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {MAIL_KINDS[kind]}
          </option>
        ))}
      </Select>
    </div>
  );
}
