import { ChoiceField } from './ChoiceField.tsx';
import { FilterBar } from './FilterBar.tsx';
import { SearchField } from './SearchField.tsx';
import { DOCUMENT_SORTS, type DocumentSearchState } from './use-document-search.ts';

/** Properties of {@link DocumentSearch}. */
export interface DocumentSearchProps {
  /** Names the field: `Search documents`. */
  readonly label: string;
  readonly state: DocumentSearchState;
  readonly onChange: (changed: Partial<DocumentSearchState>) => void;
}

/** The search field above a list of documents, and their order. */
export function DocumentSearch({ label, state, onChange }: DocumentSearchProps) {
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
        label="Sort by"
        hideLabel
        value={state.sort}
        all="Newest first"
        choices={DOCUMENT_SORTS}
        onChange={(sort) => onChange({ sort })}
      />
    </FilterBar>
  );
}
