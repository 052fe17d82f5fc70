import { MAIL_KINDS, type MailExportQuery, type MailKindName, type MailSort, searchedWords } from '@cytocomm/contract';
import { type Choice, choiceNamed, choicesIn, useListState } from '@cytocomm/portal-api';

/** Mails of which state are shown: those in trouble unless the address says otherwise. */
export type MailChoice = 'all' | NonNullable<MailExportQuery['status']>;

/** Which mails are shown, as the address holds it. */
export interface MailListState {
  readonly search: string;
  readonly sort: MailSort;
  readonly choice: MailChoice;
  readonly kind: MailKindName | undefined;
}

const DEFAULT: MailChoice = 'troubled';
const NEWEST: MailSort = '-createdAt';
const SORTS: readonly MailSort[] = ['createdAt', '-createdAt', 'to', '-to', 'kind', '-kind'];

/** What can be chosen, in the order of the list, with the words for people. */
export const MAIL_CHOICES: readonly Choice<MailChoice>[] = [
  { value: 'troubled', label: 'In trouble' },
  { value: 'all', label: 'All mails' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'sending', label: 'Being sent' },
  { value: 'sent', label: 'Sent' },
  { value: 'failed', label: 'Failed' },
  { value: 'dropped', label: 'Not wanted any more' },
];

/** All kinds of mail, in the order of their words. */
export const KINDS = choicesIn<MailKindName>(MAIL_KINDS);

/** Returns the choice of this name; those in trouble for any other text. */
export const mailChoiceOf = (text: string | null): MailChoice => choiceNamed(MAIL_CHOICES, text) ?? DEFAULT;

/** Returns the order that a grid asks for, if the list has it. */
export const mailSortOf = (sort: string | null): MailSort => SORTS.find((each) => each === sort) ?? NEWEST;

const read = (fields: URLSearchParams): MailListState => ({
  search: (fields.get('q') ?? '').trim().slice(0, 254),
  sort: mailSortOf(fields.get('sort')),
  choice: mailChoiceOf(fields.get('status')),
  kind: choiceNamed(KINDS, fields.get('about')),
});

const write = ({ search, sort, choice, kind }: MailListState) => ({
  q: search,
  sort: sort === NEWEST ? '' : sort,
  status: choice === DEFAULT ? '' : choice,
  about: kind ?? '',
});

/** Returns which mails are shown, and what changes it. */
export const useMailListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
export function queryOf({ search, sort, choice, kind }: MailListState): MailExportQuery {
  return {
    ...(sort !== NEWEST && { sort }),
    ...(search !== '' && { search: searchedWords(search) }),
    ...(choice !== 'all' && { status: choice }),
    ...(kind !== undefined && { kind }),
  };
}
