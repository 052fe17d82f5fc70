import { Select } from '@cytocomm/kit';
import { ChoiceField, FilterBar, SearchField } from '@cytocomm/portal-api';
import { KINDS, MAIL_CHOICES, type MailListState, mailChoiceOf } from './list-state.ts';

/** Properties of {@link MailFilters}. */
export interface MailFiltersProps {
  readonly state: MailListState;
  readonly onChange: (changed: Partial<MailListState>) => void;
}

/** The search field and the filters of the list. */
export function MailFilters({ state, onChange }: MailFiltersProps) {
  return (
    <FilterBar>
      <SearchField
        byWords
        label="Search mails"
        hideLabel
        maxLength={254}
        placeholder="Part of an address"
        value={state.search}
        onSearch={(search) => onChange({ search })}
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
      <ChoiceField
        label="What mails are about"
        hideLabel
        value={state.kind}
        all="About anything"
        choices={KINDS}
        onChange={(kind) => onChange({ kind })}
      />
    </FilterBar>
  );
}
