import { addressOf, type FoundRecord, listPressReleases, readPressRelease, searchPortal } from '@cytocomm/contract';
import {
  buildDocument,
  buildEvent,
  buildPressRelease,
  buildUser,
  renderRemote,
  startFakePortal,
} from '@cytocomm/test-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { WorkspaceBar } from '../bar/WorkspaceBar.tsx';
import { dashboardOf } from '../dashboard/sections.ts';
import { testLock, testRelease } from '../testing.ts';

const users = { path: 'users', title: 'Users', new: 'Add User', finds: [{ kind: 'user' as const, at: '?q=:id' }] };
const calendar = { path: 'calendar', title: 'Calendar', finds: [{ kind: 'event' as const, at: '/:id/edit' }] };
const admin = { role: 'admin', label: 'Admin', alsoFor: [] };
const investor = { role: 'investor', label: 'Investor', alsoFor: ['admin'] };
const lock = testLock(
  testRelease('mfe-a', {
    routes: [
      {
        path: '/news',
        component: 'News',
        title: 'News',
        public: true,
        data: {
          list: addressOf(listPressReleases),
          item: { parameter: 'release', path: listPressReleases.path, text: 'content' },
        },
      },
    ],
    sections: [
      { ...admin, id: 'a-users', component: 'Users', order: 1, tool: users },
      { ...admin, id: 'a-calendar', component: 'Calendar', order: 2, tool: calendar },
      { ...investor, id: 'a-reports', component: 'Reports', order: 3, tool: { path: 'reports', title: 'Reports' } },
    ],
  }),
);
expect(readPressRelease.path).toBe(`${listPressReleases.path}/:id`);

const ada = buildUser({ email: 'ada@lab.example', name: 'Ada', roles: ['admin'] });
const report = buildDocument({ title: 'Otter report' });
const portal = startFakePortal(() => ({
  users: [ada, buildUser({ email: 'otto@lab.example', name: 'Otto', roles: ['customer'] })],
  documents: [report],
  events: [buildEvent({ id: 'e'.repeat(24), title: 'Otter day', place: 'Bonn' })],
  pressReleases: [buildPressRelease({ title: 'Otter news' })],
}));

const onLogout = jest.fn();
const link = { group: 'account' as const, label: 'Signed-in devices', path: '/account/devices', order: 1 };
beforeEach(() => {
  localStorage.clear();
  onLogout.mockClear();
});

function show({ preview = '', path = '/dashboard/admin', person = ada } = {}) {
  return renderRemote(
    <>
      <WorkspaceBar
        lock={lock}
        entries={dashboardOf(lock, person.roles)}
        role={person.roles[0]}
        accountLinks={[link]}
        preview={preview}
        onLogout={onLogout}
      />
      {/* As the menu of a phone waits, hidden, for its button. */}
      <div role="dialog" aria-modal="true" aria-label="Menu" style={{ visibility: 'hidden' }} />
      <label>
        A field <input />
      </label>
    </>,
    { session: person, path },
  );
}
const button = () => screen.getByRole('button', { name: 'Search' });
const field = () => screen.findByRole('combobox', { name: 'Search pages, actions and records' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const active = () => screen.getByRole('option', { selected: true }).textContent;
const group = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('option');

test('opens by its button and by Ctrl+K, holds pages and actions, and gives the focus back on Escape', async () => {
  const { user } = show();
  await user.click(button());
  expect(await field()).toHaveFocus();
  expect(options()).toEqual([
    ...['OverviewAdmin', 'UsersAdmin', 'CalendarAdmin', 'OverviewInvestor', 'ReportsInvestor'],
    ...['Signed-in devicesAccount', 'Add UserAdmin', 'Appearance: light', 'Appearance: dark'],
    ...['Appearance: as on this device', 'Notifications', 'Keyboard shortcuts', 'Logout'],
  ]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(button()).toHaveFocus();

  await user.click(screen.getByRole('textbox', { name: 'A field' }));
  await user.keyboard('{Control>}k{/Control}');
  expect(await field()).toHaveFocus();
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'A field' })).toHaveFocus();
});

test('arrows choose, around its ends, and Enter opens', async () => {
  const { user, location } = show();
  await user.click(button());
  const input = await field();
  expect(active()).toBe('OverviewAdmin');
  await user.keyboard('{ArrowUp}');
  expect(active()).toBe('Logout');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('UsersAdmin');
  expect(input).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
  await user.keyboard('{Enter}');
  expect(location()).toBe('/dashboard/admin/users');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('finds pages and actions by words at once, including the new-record address of a tool', async () => {
  const { user, location } = show();
  await user.click(button());
  await user.type(await field(), 'user add');
  expect(options()).toEqual(['Add UserAdmin']);
  await user.keyboard('{Enter}');
  expect(location()).toBe('/dashboard/admin/users/new');
});

test('an action runs: the appearance changes, Logout logs out', async () => {
  const { user } = show();
  await user.click(button());
  await user.type(await field(), 'dark{Enter}');
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'logout{Enter}');
  expect(onLogout).toHaveBeenCalledTimes(1);
  document.documentElement.removeAttribute('data-theme');
});

test('finds records by their kind, says how many, and opens each where it is shown', async () => {
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  const { user, location } = show();
  for (const [name, title, address] of [
    ['People', 'Otto', '/dashboard/admin/users?q=otto%40lab.example'],
    ['Events', 'Otter day', `/dashboard/admin/calendar/${'e'.repeat(24)}/edit`],
    ['Press releases', 'Otter news', `/news?release=${portal.data.pressReleases[0]?.id}`],
  ] as const) {
    await user.click(button());
    await user.type(await field(), 'ott');
    expect(await screen.findByText('4 results')).toHaveAttribute('role', 'status');
    const [line] = group(name);
    expect(line).toHaveTextContent(title);
    if (line) await user.click(line);
    expect(location()).toBe(address);
  }
  await user.click(button());
  await user.type(await field(), 'otter report');
  await waitFor(() => expect(group('Documents')).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledWith(report.url, '_blank', 'noopener');
  opened.mockRestore();
});

test('shows five of a kind, says how many there are and what tells them apart, and shows all', async () => {
  const revisions = Array.from({ length: 7 }, (_, index) => `${index + 1}`);
  portal.data.documents = revisions.map((revision) =>
    buildDocument({ title: 'Heron', kind: 'sop', revision, visibility: 'customer', name: 'heron.pdf' }),
  );
  const { user } = show();
  await user.click(button());
  await user.type(await field(), 'heron');
  expect(await screen.findByText('7 results')).toHaveAttribute('role', 'status');
  expect(group('Documents')).toHaveLength(6);
  expect(group('Documents')[0]).toHaveTextContent(/SOP · Revision \d · Customers · heron.pdf/);
  await user.click(screen.getByRole('option', { name: 'Show all 7' }));
  expect(group('Documents')).toHaveLength(7);
  expect(await field()).toHaveFocus();
  expect(group('Documents')[5]).toHaveAttribute('aria-selected', 'true');
});

test('says that it searches, and what to do when nothing is found', async () => {
  const { user } = show();
  await user.click(button());
  await user.type(await field(), 'platypus');
  expect(screen.getByRole('status')).toHaveTextContent('Searching…');
  expect(await screen.findByText(/^Nothing found for “platypus”/)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Nothing found');
});

test('a search that fails says why, keeps pages and actions, and can be made again', async () => {
  const { user } = show();
  portal.server.use(http.get(searchPortal.path, () => HttpResponse.error(), { once: true }));
  await user.click(button());
  await user.type(await field(), 'us');
  expect(await screen.findByRole('alert')).toHaveTextContent('Pages and actions are found all the same.');
  expect(options()).toEqual(['UsersAdmin', 'Add UserAdmin']);
  await user.click(screen.getByRole('button', { name: 'Search again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('says which records the server had no time to search', async () => {
  const { user } = show();
  portal.server.use(
    http.get(searchPortal.path, () => HttpResponse.json({ items: [] satisfies FoundRecord[], late: ['document'] })),
  );
  await user.click(button());
  await user.type(await field(), 'x');
  expect(await screen.findByText(/^The search took too long for some records/)).toBeVisible();
});

test('a preview begins nothing, and stays in the addresses', async () => {
  const { user, location } = show({ preview: '?preview=investor' });
  await user.click(button());
  await user.type(await field(), 'us');
  expect(options()).toEqual(['UsersAdmin']);
  await user.keyboard('{Enter}');
  expect(location()).toBe('/dashboard/admin/users?preview=investor');
});

test('is not opened over a dialog, nor does ? open anything where somebody types', async () => {
  const { user } = show();
  await user.click(screen.getByRole('textbox', { name: 'A field' }));
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'A field' })).toHaveValue('?');
  act(() => screen.getByRole('textbox', { name: 'A field' }).blur());
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('the shortcut of one character can be turned off, for good; the palette has the list all the same', async () => {
  const { user, unmount } = show();
  await user.keyboard('?');
  await user.click(await screen.findByRole('checkbox', { name: 'Open this list with ?' }));
  await user.keyboard('{Escape}');
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  unmount();
  show();
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'shortcuts{Enter}');
  const choice = await screen.findByRole('checkbox', { name: 'Open this list with ?' });
  expect(choice).not.toBeChecked();
  await user.click(choice);
  await user.keyboard('{Escape}?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('the list of shortcuts says what the keys of a list do', async () => {
  const { user } = show();
  await user.keyboard('?');
  const list = await screen.findByRole('region', { name: 'In a list with columns' });
  const keys = within(list).getAllByRole('term');
  expect(keys.map(({ textContent }) => textContent)).toEqual(['↑ ↓ ← →', 'Enter', 'Shift Space', 'Ctrl A', 'Tab']);
});

test('a customer finds what one of their pages shows, and nothing else', async () => {
  portal.data.documents = [];
  const cora = buildUser({ email: 'cora@lab.example', name: 'Cora', roles: ['customer'] });
  const { user } = show({ person: cora, path: '/dashboard/customer' });
  await user.click(button());
  await user.type(await field(), 'ott');
  await waitFor(() => expect(options()).toEqual([expect.stringContaining('Otter news')]));
});

describe('an admin on the dashboard of investors', () => {
  const both = buildUser({ email: 'ada@lab.example', name: 'Ada', roles: ['investor', 'admin'] });
  const finds = (at: string) => [{ kind: 'press-release' as const, at }];
  const news = { path: 'news', title: 'News', finds: finds('/:id') };
  const releases = { path: 'releases', title: 'Press releases', finds: finds('/:id/edit') };
  const twoTools = testLock(
    testRelease('mfe-a', {
      sections: [
        { ...admin, id: 'a-releases', component: 'Releases', order: 1, tool: releases },
        { ...investor, id: 'a-news', component: 'News', order: 2, tool: news },
      ],
    }),
  );
  const open = (preview = '') =>
    renderRemote(
      <WorkspaceBar
        lock={twoTools}
        entries={dashboardOf(twoTools, preview === '' ? both.roles : ['investor'])}
        role={both.roles[0]}
        accountLinks={[]}
        preview={preview}
        onLogout={onLogout}
      />,
      { session: both, path: '/dashboard/investor' },
    );
  const inWork = buildPressRelease({ title: 'Otter draft', status: 'draft', date: null });
  const out = buildPressRelease({ title: 'Otter news', target: ['investors'] });
  beforeEach(() => {
    portal.data.users = [both];
    portal.data.pressReleases = [inWork, out];
  });

  test.each([
    ['a draft where it is written', inWork, `/dashboard/admin/releases/${inWork.id}/edit`],
    ['what is published where investors read it', out, `/dashboard/investor/news/${out.id}`],
  ])('opens %s', async (_, release, address) => {
    const { user, location } = open();
    await user.click(button());
    await user.type(await field(), release.title);
    const option = await screen.findByRole('option', { name: new RegExp(`^${release.title}`) });
    expect(within(option).queryAllByText('draft')).toHaveLength(release === inWork ? 1 : 0);
    await user.click(option);
    expect(location()).toBe(address);
  });

  test('is offered no draft in a preview, which shows none', async () => {
    const { user } = open('?preview=investor');
    await user.click(button());
    await user.type(await field(), 'otter');
    await waitFor(() => expect(group('Press releases').map(({ textContent }) => textContent)).toHaveLength(1));
    expect(group('Press releases')[0]).toHaveTextContent(/^Otter news/);
  });
});
