import { groupsOf, isReadBy, namesOf, peopleKeys, readerKeys, requestedKeys, storedKeys } from './readers.ts';

const somebody = (roles: readonly string[], ...groups: readonly string[]) => ({ roles, groups });

it('an item without groups is stored as its names, as before there were any', () => {
  expect(storedKeys(['investor'], [])).toEqual(['investor']);
  expect([namesOf('investor'), groupsOf('investor'), peopleKeys('investor')]).toEqual([['investor'], [], ['investor']]);
});

it('one with groups is stored under keys that are no names, in any order of the groups', () => {
  const keys = storedKeys(['investor', 'lab'], ['b', 'a']);
  expect(keys).toEqual(['investor/', 'investor/a', 'investor/b', 'lab/', 'lab/a', 'lab/b']);
  expect([namesOf(keys), groupsOf(keys)]).toEqual([
    ['investor', 'lab'],
    ['a', 'b'],
  ]);
  expect(peopleKeys(keys)).toEqual(['investor/a', 'investor/b', 'lab/a', 'lab/b']);
});

it('a draft without readers keeps its groups, and only admins read it', () => {
  const keys = storedKeys([], ['a']);
  expect([namesOf(keys), groupsOf(keys)]).toEqual([[], ['a']]);
  expect(isReadBy(keys, readerKeys(['public', 'investors'], somebody(['investor'], 'a')))).toBe(false);
});

it.each([
  ['a member', ['investor'], ['a'], true],
  ['a member of another group', ['investor'], ['b'], false],
  ['a member of none', ['investor'], [], false],
  ['somebody in the group without the role', ['customer'], ['a'], false],
  ['an admin in no group', ['admin', 'investor'], [], true],
  ['a group named as a role', ['customer'], ['investor'], false],
  ['a group with an empty name', ['investor'], [''], false],
] as const)('%s', (_, roles, groups, reads) => {
  const keys = readerKeys(['public', ...roles], somebody(roles, ...groups.filter((group) => group !== '')));
  expect(isReadBy(storedKeys(['investor'], ['a']), keys)).toBe(reads);
});

it('what is public is read by all, and never has groups', () => {
  expect(isReadBy('public', readerKeys(['public'], somebody([])))).toBe(true);
  expect(readerKeys(['public'], somebody(['investor'], 'a'))).toEqual(['public']);
  expect(() => requestedKeys(['public', 'investors'], ['a'])).toThrow('body.groups');
  expect(isReadBy(undefined, ['public'])).toBe(false);
});
