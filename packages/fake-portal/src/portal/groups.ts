import {
  type BuiltInRole,
  changeUserGroup,
  countReaders,
  listGroups,
  MAX_GROUPS_OF_PERSON,
  type StoredDocument,
  type User,
  type Visibility,
} from '@cytocomm/contract';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { invalidFields, Refusal } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';

/** Something that may be for groups of readers alone. */
interface ForGroups {
  readonly groups?: readonly string[] | undefined;
}

/** Whether somebody is in one of the groups of something, or it has none; admins read all. */
export function isInGroups(person: FakeUser | null, { groups = [] }: ForGroups): boolean {
  if (groups.length === 0 || person?.roles.includes('admin') === true) return true;
  return groups.some((group) => person?.groups?.includes(group) === true);
}

/** The roles that read what is not public. */
const READERS: Readonly<Record<Exclude<Visibility, 'public'>, readonly BuiltInRole[]>> = {
  investor: ['admin', 'investor'],
  customer: ['admin', 'customer'],
};

/** Whether somebody may read a document. */
export const mayReadDocument = (person: FakeUser | null, { visibility, groups }: StoredDocument): boolean =>
  visibility === 'public' ||
  (READERS[visibility].some((role) => person?.roles.includes(role)) && isInGroups(person, { groups }));

/** Returns the readers of a document among people: none of a public one, and no admins. */
export const readersAmong = (
  users: readonly FakeUser[],
  { visibility, groups }: StoredDocument,
): readonly FakeUser[] =>
  visibility === 'public'
    ? []
    : users.filter(
        (person) =>
          person.roles.includes(visibility) && !person.roles.includes('admin') && isInGroups(person, { groups }),
      );

/** Throws 400 for groups of what is public. */
export function assertNotPublic({ groups = [] }: ForGroups, isPublic: boolean): void {
  if (groups.length > 0 && isPublic)
    throw invalidFields([{ path: 'body.groups', message: 'none of what is public: everybody reads that' }]);
}

/** Returns groups as answers name them: without any the field is missing. */
export const namedGroups = ({ groups = [] }: ForGroups) => (groups.length > 0 ? { groups: groups.toSorted() } : {});

/** Adds the calls about groups of readers. */
export function groupCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  answer(changeUserGroup, admin, ({ params: { email }, body: { group, enable } }) => {
    const user = portal.data.users.find((each) => each.email === email);
    if (user === undefined) throw new Refusal('not-found', `There is no user ${email}.`);
    const before = user.groups ?? [];
    const others = before.filter((each) => each !== group);
    if (enable && others.length >= MAX_GROUPS_OF_PERSON)
      throw new Refusal(
        'conflict',
        `${email} is in ${before.length} groups, which is the maximum. Take one away first.`,
      );
    user.groups = enable ? [...others, group].toSorted() : others;
    const { name, roles: held } = user;
    return { email, name, roles: held, ...namedGroups(user) } satisfies User;
  });
  answer(listGroups, admin, () => {
    const names = portal.data.users.flatMap(({ groups = [] }) => groups);
    return {
      items: [...new Set(names)]
        .toSorted()
        .map((name) => ({ name, people: names.filter((each) => each === name).length })),
    };
  });
  answer(countReaders, admin, ({ query }) => ({
    people: portal.data.users.filter(
      ({ roles: held, groups = [] }) =>
        !held.includes('admin') &&
        groups.some((group) => query.groups.includes(group)) &&
        (query.roles === undefined || query.roles.some((role) => held.includes(role))),
    ).length,
  }));
}
