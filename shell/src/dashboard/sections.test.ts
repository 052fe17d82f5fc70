import { routesOf } from '@cytocomm/composition';
import type { Role, SectionContribution } from '@cytocomm/contract';
import { linksOf } from '../composition/composition.ts';
import { testLock, testRelease } from '../testing.ts';
import { dashboardOf, sectionTitle } from './sections.ts';

const section = (id: string, role: Role, order: number, alsoFor: Role[] = []): SectionContribution => ({
  id,
  component: 'Block',
  role,
  alsoFor,
  label: role === 'admin' ? 'Admin' : 'Investor',
  order,
});

const lock = testLock(
  testRelease('mfe-investor', {
    sections: [
      section('reports', 'investor', 20, ['admin']),
      section('investor-only', 'investor', 10),
      section('news', 'investor', 30, ['admin']),
    ],
  }),
  testRelease('mfe-admin', { sections: [section('users', 'admin', 1)] }),
);

const shown = (roles: Role[]) =>
  dashboardOf(lock, roles).map(({ role, overview }) => [role, ...overview.map(({ contribution }) => contribution.id)]);

test('an investor sees the investor sections in order, the investor-only block included', () => {
  expect(shown(['investor'])).toEqual([['investor', 'investor-only', 'reports', 'news']]);
});

test('an admin sees the admin panel and what is also for admins, not the investor-only block', () => {
  expect(shown(['admin'])).toEqual([
    ['admin', 'users'],
    ['investor', 'reports', 'news'],
  ]);
});

test('a person with both roles sees the investor-only block too', () => {
  expect(shown(['admin', 'investor'])).toEqual([
    ['admin', 'users'],
    ['investor', 'investor-only', 'reports', 'news'],
  ]);
});

test('no role, or a role without contributions, sees nothing', () => {
  expect(shown([])).toEqual([]);
  expect(shown(['customer'])).toEqual([]);
});

test('a seventh remote with a section for another role is there without any change of the shell', () => {
  const seventh = testRelease('mfe-laboratory', {
    sections: [{ ...section('assays', 'developer', 5), label: 'Laboratory' }],
    routes: [{ path: '/laboratory', component: 'Laboratory', title: 'Laboratory', public: true }],
    links: [{ group: 'technology', label: 'Laboratory', path: '/laboratory', order: 99 }],
  });
  const larger = testLock(...lock.remotes, seventh);
  expect(dashboardOf(larger, ['developer']).map(({ label }) => label)).toEqual(['Laboratory']);
  expect(routesOf(larger).map(({ route }) => route.path)).toContain('/laboratory');
  expect(linksOf(larger).at(-1)?.label).toBe('Laboratory');
});

describe('tools', () => {
  const onTool = (id: string, order: number, path: string, title: string, alsoFor: Role[] = []) => ({
    ...section(id, 'investor', order, alsoFor),
    tool: { path, title },
  });
  const withTools = testLock(
    testRelease('mfe-a', {
      sections: [
        onTool('calendar', 50, 'calendar', 'Calendar'),
        onTool('company-news', 40, 'news', 'News', ['admin']),
        section('brief', 'investor', 30),
        onTool('secret-files', 20, 'files', 'Files'),
      ],
    }),
    testRelease('mfe-b', { sections: [onTool('investor-news', 35, 'news', 'News')] }),
  );
  const toolsFor = (roles: Role[]) =>
    dashboardOf(withTools, roles).flatMap(({ tools }) =>
      tools.map(({ path, title, sections }) => [path, title, ...sections.map(({ contribution }) => contribution.id)]),
    );

  test('stand in the order of their first sections, with sections of any remote', () => {
    expect(toolsFor(['investor'])).toEqual([
      ['files', 'Files', 'secret-files'],
      ['news', 'News', 'investor-news', 'company-news'],
      ['calendar', 'Calendar', 'calendar'],
    ]);
    expect(dashboardOf(withTools, ['investor'])[0]?.overview.map(({ contribution }) => contribution.id)).toEqual([
      'brief',
    ]);
  });

  test('of which a person may see nothing are not there for them', () => {
    expect(toolsFor(['admin'])).toEqual([['news', 'News', 'company-news']]);
    expect(dashboardOf(withTools, ['admin'])[0]?.overview).toEqual([]);
  });
});

test('a section has the title of its tool, or one in words', () => {
  const notes = { ...section('notes-and-sops', 'customer', 1), tool: { path: 'documents', title: 'Notes & SOPs' } };
  expect(sectionTitle(notes)).toBe('Notes & SOPs');
  expect(sectionTitle(section('admin-press-releases', 'admin', 1))).toBe('Press releases');
  expect(sectionTitle(section('reports', 'investor', 1))).toBe('Reports');
});
