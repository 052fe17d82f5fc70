import { ChoiceField } from './ChoiceField.tsx';
import { WANTED_KINDS } from './document-kinds.ts';
import { FilterBar } from './FilterBar.tsx';
import { SearchField } from './SearchField.tsx';
import { DOCUMENT_SORTS, type DocumentSearchState } from './use-document-search.ts';
import { YearField } from './YearField.tsx';

/** Properties of {@link DocumentSearch}. */
export interface DocumentSearchProps {
  /** Names the field: `Search documents`. */
  readonly label: string;
  readonly state: DocumentSearchState;
  readonly onChange: (changed: Partial<DocumentSearchState>) => void;
  /** Whether they are found by their fiscal year, too; false by default. */
  readonly byYear?: boolean;
  /** Whether it has a choice of orders; true by default. A grid has its own. */
  readonly hasOrders?: boolean;
}

/** The search field above a list of documents, its filters and their order. */
export function DocumentSearch({ label, state, onChange, byYear = false, hasOrders = true }: DocumentSearchProps) {
  return (
    <FilterBar>
      <SearchField
        byWords
        label={label}
        hideLabel
        maxLength={200}
        placeholder="Part of a title or file name"
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <ChoiceField
        label="Kind"
        hideLabel
        value={state.kind}
        all="All kinds"
        choices={WANTED_KINDS}
        onChange={(kind) => onChange({ kind })}
      />
      {byYear ? (
        <YearField
          label="Fiscal year"
          hideLabel
          value={state.year}
          all="All years"
          onChange={(year) => onChange({ year })}
        />
      ) : null}
      {hasOrders ? (
        <ChoiceField
          label="Sort by"
          hideLabel
          value={state.sort}
          all="Newest first"
          choices={DOCUMENT_SORTS}
          onChange={(sort) => onChange({ sort })}
        />
      ) : null}
    </FilterBar>
  );
}
