import { type EventExportQuery, type EventSort, searchedWords } from '@cytocomm/contract';
import { type Choice, choiceNamed, useListState } from '@cytocomm/portal-api';
import { type Day, today } from '../days/days.ts';

/** Which events the list has, by when they are. */
export type WhenChoice = 'upcoming' | 'past' | 'all';
/** Which events the list has, by whether they have a time. */
type TimeChoice = 'days' | 'times' | undefined;

/** What the list of events shows, as the address holds it. */
export interface EventListState {
  readonly search: string;
  readonly when: WhenChoice;
  readonly sort: EventSort;
  /** `public`, `signed_in` or a role. */
  readonly audience: string;
  readonly time: TimeChoice;
}

const SORTS: readonly EventSort[] = ['date', '-date', 'title', '-title'];

/** Returns the default order of a choice: upcoming events first to last, past events last to first. */
export const defaultSortOf = (when: WhenChoice): EventSort => (when === 'upcoming' ? 'date' : '-date');

/** Returns the order that a grid or an address asks for, if the list has it. */
export const eventSortOf = (sort: string | null, when: WhenChoice): EventSort =>
  SORTS.find((each) => each === sort) ?? defaultSortOf(when);

/** What can be chosen besides what is to come. */
export const WHENS: readonly Choice<'past' | 'all'>[] = [
  { value: 'past', label: 'Past' },
  { value: 'all', label: 'All dates' },
];

/** What can be chosen besides all. */
export const TIMES: readonly Choice<'days' | 'times'>[] = [
  { value: 'days', label: 'Whole days' },
  { value: 'times', label: 'With a time' },
];

const AUDIENCE = /^(signed_in|[a-z][a-z0-9]*(-[a-z0-9]+)*)$/;
const MAX_AUDIENCE = 40;

function audienceOf(text: string | null): string {
  return text !== null && text.length <= MAX_AUDIENCE && AUDIENCE.test(text) ? text : '';
}

function read(fields: URLSearchParams): EventListState {
  const when = choiceNamed(WHENS, fields.get('when')) ?? 'upcoming';
  return {
    search: (fields.get('q') ?? '').trim().slice(0, 200),
    when,
    sort: eventSortOf(fields.get('sort'), when),
    audience: audienceOf(fields.get('for')),
    time: choiceNamed(TIMES, fields.get('time')),
  };
}

const write = ({ search, when, sort, audience, time }: EventListState) => ({
  q: search,
  when: when === 'upcoming' ? '' : when,
  sort: sort === defaultSortOf(when) ? '' : sort,
  for: audience,
  time: time ?? '',
});

/** Returns what the list shows, and what changes it. */
export const useEventListState = () => useListState({ read, write });

/** Returns the day of the reader, where it is not the day by UTC, which is the server's. */
function ownDay(now = new Date()): { readonly today?: Day } {
  const day = today(now);
  return day === now.toISOString().slice(0, 10) ? {} : { today: day };
}

/** Returns the query of a state, without pages. */
export function queryOf({ search, when, sort, audience, time }: EventListState): EventExportQuery {
  return {
    ...(sort !== 'date' && { sort }),
    ...(search !== '' && { search: searchedWords(search) }),
    ...(when !== 'all' && { when, ...ownDay() }),
    ...(audience !== '' && { audience }),
    ...(time !== undefined && { allDay: time === 'days' ? 'true' : 'false' }),
  };
}
