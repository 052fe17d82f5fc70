import type { Role, SectionContribution } from '@cytocomm/contract';
import { testLock, testRelease } from '../testing.ts';
import { requestedPlace } from './addresses.ts';
import { dashboardOf } from './sections.ts';
import { shownPlace } from './shown-place.ts';

const section = (id: string, role: Role, order: number, tool?: string): SectionContribution => ({
  ...{ id, component: 'Block', role, alsoFor: role === 'admin' ? [] : ['admin'], label: role, order },
  ...(tool !== undefined && { tool: { path: tool, title: tool.toUpperCase() } }),
});
/** Returns a section whose tool has nothing below it. */
const whole = (each: SectionContribution): SectionContribution =>
  each.tool === undefined ? each : { ...each, tool: { ...each.tool, below: false } };
const lock = testLock(
  testRelease('mfe-a', {
    sections: [
      section('admin-overview', 'admin', 1),
      section('admin-users', 'admin', 2, 'users'),
      section('brief', 'investor', 3),
      section('reports', 'investor', 4, 'reports'),
      whole(section('mail', 'admin', 5, 'mail')),
      whole(section('health', 'developer', 6, 'failures')),
      section('failures', 'developer', 7, 'failures'),
    ],
  }),
);
const shownTo = (roles: Role[], path: string, activeRole: Role | null = roles[0] ?? null) =>
  shownPlace(dashboardOf(lock, roles), requestedPlace(path), activeRole);

test.each([
  ['/dashboard/admin', '/dashboard/admin', ''],
  ['/dashboard/admin/users', '/dashboard/admin/users', ''],
  ['/dashboard/Admin/USERS/Some-Id/edit', '/dashboard/admin/users', 'Some-Id/edit'],
  ['/dashboard/admin//users/', '/dashboard/admin/users', ''],
  ['/dashboard/investor/reports', '/dashboard/investor/reports', ''],
  ['/dashboard', '/dashboard/admin', ''],
])('%s is %s with “%s”', (asked, path, rest) => {
  expect(shownTo(['admin'], asked)).toMatchObject({ path, rest, refusal: null });
});

test.each([
  ['/dashboard/admin/nothing', '/dashboard/admin', 'admin has no tool at this address. This is its overview.'],
  ['/dashboard/admin/reports/x', '/dashboard/admin', 'admin has no tool at this address. This is its overview.'],
  ['/dashboard/customer', '/dashboard/admin', /^You do not have the dashboard at this address/],
  ['/dashboard/__proto__/constructor', '/dashboard/admin', /^You do not have/],
  ['/dashboard/%00/%ff', '/dashboard/admin', /^You do not have/],
])('%s is an overview and a sentence', (asked, path, refusal) => {
  expect(shownTo(['admin'], asked)).toMatchObject({ path, rest: '', refusal: expect.stringMatching(refusal) });
});

test('below a tool that has nothing there is that tool and a sentence, at its own address nothing but the tool', () => {
  const path = '/dashboard/admin/mail';
  const refusal = 'There is nothing at this address. This is MAIL.';
  expect(shownTo(['admin'], `${path}/zzz/edit`)).toMatchObject({ path, rest: '', refusal });
  expect(shownTo(['admin'], `${path}/`)).toMatchObject({ path, rest: '', refusal: null });
});

test('a section that does not deny it opens what is below a tool', () => {
  const shown = shownTo(['developer'], '/dashboard/developer/failures/f1');
  expect(shown).toMatchObject({ rest: 'f1', refusal: null });
});

test('a tool of a role that the person has not is the overview of one that they have, the active one first', () => {
  const shown = shownTo(['investor'], '/dashboard/admin/users');
  expect(shown).toMatchObject({ path: '/dashboard/investor', tool: undefined });
  expect(shown?.refusal).toBe('You do not have the dashboard at this address. This is your investor overview.');
  expect(shownTo(['admin', 'investor'], '/dashboard/customer', 'investor')?.path).toBe('/dashboard/investor');
});

test('somebody without a role has no dashboard', () => {
  expect(shownTo([], '/dashboard/admin')).toBeUndefined();
});
