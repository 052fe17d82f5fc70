import { ChoiceField, FilterBar, SearchField } from '@cytocomm/portal-api';
import { roleLabel } from '@cytocomm/session';
import { useAudienceRoles } from '../events/use-audience-roles.ts';
import { defaultSortOf, type EventListState, TIMES, WHENS, type WhenChoice } from './list-state.ts';

/** Properties of {@link EventFilters}. */
export interface EventFiltersProps {
  readonly state: EventListState;
  readonly onChange: (changed: Partial<EventListState>) => void;
}

const AUDIENCES = [
  { value: 'public', label: 'Public' },
  { value: 'signed_in', label: 'Everybody signed in' },
];

/** The search field and the filters of the list. */
export function EventFilters({ state, onChange }: EventFiltersProps) {
  const { search, when, audience, time } = state;
  const known = AUDIENCES.map(({ value }) => value);
  // An address may name a role that is no more.
  const roles = [...new Set([...useAudienceRoles(), audience])].filter((role) => role !== '' && !known.includes(role));
  const changeWhen = (chosen: WhenChoice) => onChange({ when: chosen, sort: defaultSortOf(chosen) });
  return (
    <FilterBar>
      <SearchField
        byWords
        label="Search events"
        hideLabel
        maxLength={200}
        placeholder="Part of a title or place"
        value={search}
        onSearch={(text) => onChange({ search: text })}
      />
      <ChoiceField
        label="When events are"
        hideLabel
        value={when === 'upcoming' ? undefined : when}
        all="To come"
        choices={WHENS}
        onChange={(chosen) => changeWhen(chosen ?? 'upcoming')}
      />
      <ChoiceField
        label="Whom events are for"
        hideLabel
        value={audience === '' ? undefined : audience}
        all="For anybody"
        choices={[...AUDIENCES, ...roles.map((role) => ({ value: role, label: roleLabel(role) }))]}
        onChange={(chosen = '') => onChange({ audience: chosen })}
      />
      <ChoiceField
        label="How long events are"
        hideLabel
        value={time}
        all="Days and times"
        choices={TIMES}
        onChange={(chosen) => onChange({ time: chosen })}
      />
    </FilterBar>
  );
}
