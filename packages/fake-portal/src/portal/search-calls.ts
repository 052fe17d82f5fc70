import {
  type AdminPressRelease,
  aboutDocument,
  type FoundRecord,
  MAX_FOUND_OF_KIND,
  searchPortal,
} from '@cytocomm/contract';
import { signedIn } from './access.ts';
import type { Answer } from './answer.ts';
import { maySeeEvent } from './event-calls.ts';
import { isInGroups, mayReadDocument } from './groups.ts';
import { holdsWords, newestFirst } from './records.ts';
import type { FakePortal, FakeUser } from './state.ts';

/** Returns the status and time of a release; a planned time is in its own zone, which may show another day. */
function tellOf({ status, date, timeZone }: AdminPressRelease): Pick<FoundRecord, 'about' | 'date' | 'status'> {
  if (status === 'published') return { about: '', date };
  if (date === null || timeZone === undefined) return { about: status, date, status };
  const clock = new Date(date).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return { about: `${status}, ${clock} ${timeZone}`, date: null, status };
}

/** Adds the call of the search. */
export function searchCalls(portal: FakePortal, answer: Answer): void {
  const isAdmin = ({ roles }: FakeUser) => roles.includes('admin');

  const people = (search: string): FoundRecord[] =>
    portal.data.users
      .filter((user) => holdsWords([user.email, user.name], search))
      .toSorted((a, b) => (a.email < b.email ? -1 : 1))
      .map(({ email, name }) => ({ kind: 'user', id: email, title: name, about: email, date: null }));

  const documents = (person: FakeUser, search: string): FoundRecord[] =>
    portal.data.documents
      .filter((each) => mayReadDocument(person, each) && holdsWords([each.title, each.name], search))
      .toSorted(newestFirst('uploadedAt'))
      .map((document) => {
        const { id, title, uploadedAt } = document;
        return { kind: 'document', id, title, about: aboutDocument(document), date: uploadedAt };
      });

  const releases = (person: FakeUser, search: string): FoundRecord[] =>
    portal.data.pressReleases
      .filter(({ title, status, target, groups }) => {
        if (!holdsWords([title], search)) return false;
        const isTheirs =
          target.includes('public') || (person.roles.includes('investor') && isInGroups(person, { groups }));
        return isAdmin(person) || (status === 'published' && isTheirs);
      })
      .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
      .map((release) => ({ kind: 'press-release', id: release.id, title: release.title, ...tellOf(release) }));

  const events = (person: FakeUser, search: string): FoundRecord[] =>
    portal.data.events
      .filter((each) => maySeeEvent(person, each) && holdsWords([each.title, each.place ?? ''], search))
      .toSorted(newestFirst('date'))
      .map(({ id, title, place = '', date }) => ({ kind: 'event', id, title, about: place, date }));

  answer(searchPortal, signedIn, ({ person, query: { q } }) => {
    const found = [isAdmin(person) ? people(q) : [], documents(person, q), releases(person, q), events(person, q)];
    return { items: found.flatMap((records) => records.slice(0, MAX_FOUND_OF_KIND)), late: [] };
  });
}
