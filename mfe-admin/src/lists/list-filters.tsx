import { searchedWords } from '@cytocomm/contract';
import { DatePicker } from '@cytocomm/kit/dashboard';
import {
  ChoiceField,
  type ChoiceFieldProps,
  choiceNamed,
  SearchField,
  type SearchFieldProps,
} from '@cytocomm/portal-api';
import type { ReactNode } from 'react';
import classes from './lists.module.css';

/** A filter of a list, or its order: one field of its address. */
export interface ListFilter<Query> {
  /** Its name in the address. */
  readonly field: string;
  /** Returns the text as it is kept: an empty one for what is no choice. */
  readonly read: (text: string) => string;
  /** Returns its part of the query. */
  readonly query: (value: string) => Partial<Query>;
  /** What an empty text stands for in an order. */
  readonly initial?: string | undefined;
  /** Renders its field above the list; an order has none. */
  readonly render?: (value: string, onChange: (value: string) => void) => ReactNode;
}

interface SearchFilterLook extends Pick<SearchFieldProps, 'label' | 'hideLabel' | 'placeholder' | 'className'> {
  /** `q` by default. */
  readonly field?: string;
  readonly maxLength: number;
  /** Whether it looks for words, not for how a text begins; true by default. */
  readonly byWords?: boolean;
}

/** Creates a filter by a text, whose label is spoken only by default; `query` returns its part of the query. */
export const searchFilter = <Query,>(
  { field = 'q', byWords = true, hideLabel = true, maxLength, ...look }: SearchFilterLook,
  query: (text: string) => Partial<Query>,
): ListFilter<Query> => ({
  field,
  read: (text) => text.trim().slice(0, maxLength),
  query: (value) => (value === '' ? {} : query(byWords ? searchedWords(value) : value)),
  render: (value, onSearch) => <SearchField {...look} {...{ hideLabel, byWords, maxLength, value, onSearch }} />,
});

type ChoiceFilterLook<Value extends string> = Pick<
  ChoiceFieldProps<Value>,
  'label' | 'hideLabel' | 'className' | 'all' | 'choices'
>;

/** Creates a filter by one of several choices, or none, whose label is spoken only by default; `query` returns the part of one. */
export const choiceFilter = <Value extends string, Query>(
  field: string,
  { hideLabel = true, choices, ...look }: ChoiceFilterLook<Value>,
  query: (choice: Value) => Partial<Query>,
  unchosen: Partial<Query> = {},
): ListFilter<Query> => ({
  field,
  read: (text) => choiceNamed(choices, text) ?? '',
  query: (value) => {
    const choice = choiceNamed(choices, value);
    return choice === undefined ? unchosen : query(choice);
  },
  render: (value, onChange) => (
    <ChoiceField
      {...look}
      {...{ hideLabel, choices }}
      value={choiceNamed(choices, value)}
      onChange={(choice) => onChange(choice ?? '')}
    />
  ),
});

/** The field of a list's order. */
export const SORT = 'sort';

/** Creates the order of a list; without another one it is the first. */
export const sortFilter = <const Sort extends string>(
  sorts: readonly Sort[],
): ListFilter<{ readonly sort?: Sort }> => ({
  field: SORT,
  initial: sorts[0],
  read: (text) => sorts.slice(1).find((sort) => sort === text) ?? '',
  query: (value) => {
    const sort = sorts.find((each) => each === value);
    return sort === undefined ? {} : { sort };
  },
});

const DAY_MS = 86_400_000;

/** The last day whose next one also has a year of four digits. */
const LAST_DAY = '9999-12-30';

/** Returns `text` if it is a day of the calendar, in UTC: `2026-11-23`; else an empty text. */
function dayOf(text: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text > LAST_DAY) return '';
  const moment = new Date(text);
  // The 30th of February is read as a day of March.
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
  return exists ? text : '';
}

const dayFilter = <Query,>(field: string, label: string, query: (day: string) => Query): ListFilter<Query> => ({
  field,
  read: dayOf,
  query: (value) => (value === '' ? {} : query(value)),
  render: (value, onChange) => (
    <DatePicker
      label={label}
      zone="UTC"
      max={LAST_DAY}
      value={value}
      unreadable="Not a date that can be used: nothing is filtered by it."
      className={classes.choice}
      onChange={(day) => day !== value && onChange(day)}
    />
  ),
});

/** The filters by the first and the last day of a list, inclusive. */
export const dayFilters: readonly ListFilter<{ readonly after?: string; readonly before?: string }>[] = [
  dayFilter('from', 'From day (UTC)', (day) => ({ after: day })),
  dayFilter('to', 'To day (UTC)', (day) => ({ before: new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10) })),
];
