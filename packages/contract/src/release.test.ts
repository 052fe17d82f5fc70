import { contributionsSchema } from './contributions.ts';
import { releaseIdSchema } from './release.ts';

test.each([
  '0.1.0-1a2b3c4d',
  '1.4.0-dev-0123456789ab',
  '1.4.0-beta-dev-0123456789ab',
  '1.4.0-beta.2-dev-0123456789ab',
  '1.4.0-x-y-z.--0-0123456789ab',
])('%s is the id of a release', (id) => {
  expect(releaseIdSchema.safeParse(id).success).toBe(true);
});

test.each([
  '1.4.0',
  '1.4.0-beta',
  '1.4-0123456789ab',
  '-1.4.0-0123456789ab',
  '.1.4.0-0123456789ab',
  '1.4.0-..-0123456789ab',
  '1.4.0-a..b-0123456789ab',
  '1.4.0-a/b-0123456789ab',
  '1.4.0-a\\b-0123456789ab',
  '1.4.0-a b-0123456789ab',
  '1.4.0-beta-0123456789ab\n',
  '1.4.0-beta-0123456789AB',
  `1.4.0-${'a'.repeat(200)}-0123456789ab`,
])('%j is none', (id) => {
  expect(releaseIdSchema.safeParse(id).success).toBe(false);
});

const onTool = (id: string, tool: unknown) => ({
  ...{ id, component: 'Block', role: 'admin', label: 'Admin', order: 1 },
  tool,
});
const wordsOf = (contributions: unknown) =>
  contributionsSchema
    .safeParse(contributions)
    .error?.issues.map(({ message, path }) => `${path.join('.')}: ${message}`);

test('sections of one role may stand on the page of one tool, under one title; another role may title it otherwise', () => {
  const users = { path: 'users', title: 'Users' };
  const sections = [onTool('users', users), onTool('groups', users)];
  expect(wordsOf({ sections })).toBeUndefined();
  const people = { path: 'users', title: 'People' };
  expect(wordsOf({ sections: [...sections, { ...onTool('others', people), role: 'investor' }] })).toBeUndefined();
  expect(wordsOf({ sections: [...sections, onTool('others', people)] })).toEqual([
    'sections.2.tool.title: the tool admin/users has two titles: "Users" and "People"',
  ]);
});

test.each(['', 'Users', '1', 'users/new', 'users ', '..', '%75sers', 'a'.repeat(41), undefined])(
  'the path of a tool cannot be %j',
  (path) => {
    expect(wordsOf({ sections: [onTool('users', { path, title: 'Users' })] })).toHaveLength(1);
  },
);

test('a section that names no tool parses to itself, as before there were any', () => {
  const section = { id: 'a', component: 'Block', role: 'admin', alsoFor: [], label: 'Admin', order: 1 };
  expect(contributionsSchema.parse({ sections: [section] }).sections).toEqual([section]);
});

test('a public page does not answer for what is below it', () => {
  const route = { path: '/lab', component: 'Lab', title: 'Lab', below: true };
  expect(wordsOf({ routes: [{ ...route, public: false }] })).toBeUndefined();
  expect(wordsOf({ routes: [{ ...route, public: true }] })).toEqual([
    'routes.0.below: a public page is rendered for its own path alone',
  ]);
});
