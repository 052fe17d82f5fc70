import { ChoiceField, FilterBar, SearchField, WANTED_KINDS, YearField } from '@cytocomm/portal-api';
import { visibilities } from './document.ts';
import type { DocumentListState } from './list-state.ts';

/** Properties of {@link DocumentFilters}. */
export interface DocumentFiltersProps {
  readonly state: DocumentListState;
  readonly onChange: (changed: Partial<DocumentListState>) => void;
}

/** The search field and the filter of the list. */
export function DocumentFilters({ state, onChange }: DocumentFiltersProps) {
  return (
    <FilterBar>
      <SearchField
        byWords
        label="Search documents"
        hideLabel
        maxLength={200}
        placeholder="Part of a title or file name"
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <ChoiceField
        label="Visibility of documents"
        hideLabel
        value={state.visibility}
        all="All readers"
        choices={visibilities}
        onChange={(visibility) => onChange({ visibility })}
      />
      <ChoiceField
        label="Kind of documents"
        hideLabel
        value={state.kind}
        all="All kinds"
        choices={WANTED_KINDS}
        onChange={(kind) => onChange({ kind })}
      />
      <YearField
        label="Fiscal year of documents"
        hideLabel
        value={state.year}
        all="All years"
        onChange={(year) => onChange({ year })}
      />
    </FilterBar>
  );
}
