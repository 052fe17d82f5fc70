import type { SectionContribution } from '@cytocomm/contract';
import { dashboardAddresses, sectionsInPage } from './addresses.ts';

const section = (
  role: string,
  order: number,
  tool?: NonNullable<SectionContribution['tool']>,
): SectionContribution => ({
  ...{ id: `${role}-${order}`, component: 'Block', role, alsoFor: [], label: role, order },
  ...(tool && { tool }),
});

const sections = [
  section('investor', 30, { path: 'news', title: 'News' }),
  section('admin', 10),
  section('admin', 20, { path: 'users', title: 'Users', new: 'Add User' }),
  section('investor', 20, { path: 'reports', title: 'Reports' }),
  section('investor', 25, { path: 'reports', title: 'Reports' }),
];

test('the addresses of each role are its overview, its tools in order, and what is begun in them', () => {
  expect([...dashboardAddresses(sections)]).toEqual([
    ['admin', ['/dashboard/admin', '/dashboard/admin/users', '/dashboard/admin/users/new']],
    ['investor', ['/dashboard/investor', '/dashboard/investor/reports', '/dashboard/investor/news']],
  ]);
});

test('the sections of all remotes are read from a page, and a page without a lock is refused', () => {
  const release = { name: 'shell', title: 'x', release: 'x', baseUrl: '/', entry: 'x', files: [], components: {} };
  const remote = (own: readonly SectionContribution[]) => ({ ...release, contributions: { sections: own } });
  const lock = { id: 'x', shell: remote([]), remotes: [remote(sections.slice(0, 2)), remote(sections.slice(2))] };
  const page = `<body><script type="application/json" id="portal-lock">${JSON.stringify(lock)}</script></body>`;
  expect(sectionsInPage(page)).toEqual(sections);
  expect(() => sectionsInPage('<body></body>')).toThrow('the page holds no lock');
});
