import { routesOf } from '@cytocomm/composition';
import type { Role, SectionContribution } from '@cytocomm/contract';
import { linksOf } from '../composition/contributions.ts';
import { testLock, testRelease } from '../testing-lock.ts';
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
  dashboardOf(lock, roles).map(({ role, sections }) => [role, ...sections.map(({ contribution }) => contribution.id)]);

test('an investor sees the investor sections in order, the investor-only block included', () => {
  expect(shown(['investor'])).toEqual([['investor', 'investor-only', 'reports', 'news']]);
});

test('an admin sees the admin panel and what is also for admins, not the investor-only block', () => {
  expect(shown(['admin'])).toEqual([
    ['admin', 'users'],
    ['investor', 'reports', 'news'],
  ]);
});

test('who holds both roles sees the investor-only block too', () => {
  expect(shown(['admin', 'investor'])).toEqual([
    ['admin', 'users'],
    ['investor', 'investor-only', 'reports', 'news'],
  ]);
});

test('no role, or one nobody contributes to, sees nothing', () => {
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

test('a section has a title in words', () => {
  expect(sectionTitle(section('admin-press-releases', 'admin', 1))).toBe('Press releases');
  expect(sectionTitle(section('reports', 'investor', 1))).toBe('Reports');
});
