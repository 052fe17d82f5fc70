import { groupSchema, itemGroupsSchema } from './fields.ts';
import { groupNamed } from './plain-letters.ts';

it.each([
  ['Series A', 'series-a'],
  ['  board ', 'board'],
  ['Site Zürich / 2', 'site-zurich-2'],
  ['--', undefined],
  ['', undefined],
  ['x'.repeat(41), undefined],
])('%j names the group %s', (text, group) => {
  expect(groupNamed(text)).toBe(group);
});

it.each(['Series A', 'a b', '-a', 'a-', 'a--b', 'a/b', 'a.b', '$a', '__proto__', '', 'x'.repeat(41), 'ä'])(
  '%j is the name of no group',
  (name) => {
    expect(groupSchema.safeParse(name).success).toBe(false);
  },
);

it('an item has at most 10 groups, each once', () => {
  const groups = Array.from({ length: 11 }, (_, place) => `g${place}`);
  expect(itemGroupsSchema.safeParse(groups.slice(1)).success).toBe(true);
  expect(itemGroupsSchema.safeParse(groups).success).toBe(false);
  expect(itemGroupsSchema.safeParse(['a', 'a']).success).toBe(false);
});
