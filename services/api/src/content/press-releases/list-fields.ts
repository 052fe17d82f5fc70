import { folded, type SearchFields, searchFieldsOf } from '../../platform/lists/search-keys.ts';

/** The date of a draft in the order of dates: after all that are planned. */
export const NO_DATE = new Date('9999-12-31T23:59:59.999Z');

/** What the list of all releases is searched and ordered by, besides what a release has anyway. */
interface ReleaseListFields extends SearchFields {
  readonly sortTitle: string;
  readonly sortDate: Date;
}

/** What the fields of the list are made of. */
interface Listed {
  readonly title: string;
  readonly author: string;
  readonly date?: Date | undefined;
}

/** Returns what the list needs of a release. */
export function listFieldsOf({ title, author, date }: Listed) {
  return {
    sortTitle: folded(title),
    sortDate: date ?? NO_DATE,
    ...searchFieldsOf(title, author),
  } satisfies ReleaseListFields;
}
