import {
  eventsFrom,
  listEvents,
  listNotifications,
  type PortalNotification,
  type RecordKind,
} from '@cytocomm/contract';
import { PortalApiProvider, portalApi, portalStore } from '@cytocomm/portal-api';
import {
  buildDocument,
  buildEvent,
  buildNotification,
  buildPressRelease,
  buildUser,
  renderRemote,
  startFakePortal,
} from '@cytocomm/test-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { WorkspaceBar } from '../bar/WorkspaceBar.tsx';
import { dashboardOf } from '../dashboard/sections.ts';
import OverviewBlocks from '../overview/OverviewBlocks.tsx';
import { testLock, testRelease } from '../testing.ts';

const admin = { role: 'admin', label: 'Admin', alsoFor: [] };
const lock = testLock(
  testRelease('mfe-a', {
    sections: [
      {
        ...admin,
        id: 'a-events',
        component: 'Events',
        order: 1,
        tool: { path: 'events', title: 'Events', finds: [{ kind: 'event', at: '/:id/edit' }] },
      },
      {
        ...admin,
        id: 'a-mail',
        component: 'Mail',
        order: 2,
        tool: { path: 'mail', title: 'Mail', finds: [{ kind: 'mail', at: '' }] },
      },
      {
        ...admin,
        id: 'a-releases',
        component: 'Releases',
        order: 3,
        tool: { path: 'releases', title: 'Press releases', finds: [{ kind: 'press-release', at: '/:id/edit' }] },
      },
    ],
  }),
);

const ada = buildUser({ email: 'ada@lab.example', name: 'Ada', roles: ['admin'] });
const report = buildDocument({ title: 'Otter report', uploadedAt: '2025-01-15T09:30:00.000Z' });
const day = buildEvent({ id: 'e'.repeat(24), title: 'Otter day', date: '2999-03-14T00:00:00.000Z' });
const about = (kind: RecordKind, { id, title }: { readonly id: string; readonly title: string }, at?: string) =>
  buildNotification({ kind, subject: id, title, ...(at !== undefined && { at }) });
const papers = (count: number) =>
  Array.from({ length: count }, (_, number) => about('document', buildDocument({ title: `Paper ${number}` })));
const portal = startFakePortal(() => ({
  users: [ada],
  events: [day],
  notifications: [about('event', day), about('document', report)],
}));

const scope = { lock, entries: dashboardOf(lock, ['admin']), role: 'admin', accountLinks: [], preview: '' };
const bar = (preview = '') => <WorkspaceBar {...scope} preview={preview} onLogout={() => undefined} />;
const overview = (
  <PortalApiProvider>
    <OverviewBlocks {...scope} />
  </PortalApiProvider>
);
const show = (ui = bar()) => renderRemote(ui, { session: ada, path: '/dashboard/admin' });
/** Has nothing new listed, and what waits. */
const answerWaiting = (waiting: readonly object[]) =>
  portal.server.use(
    http.get(listNotifications.path, () =>
      HttpResponse.json({ items: [], nextCursor: null, summary: { unread: 0, since: null, waiting } }),
    ),
  );
const list = () => within(screen.getByRole('list', { name: 'Notifications' }));
const block = (name: string) => within(screen.getByRole('region', { name }));

test('the bell says how many are unread, opens their list, and Mark all as read leaves none', async () => {
  const news = buildPressRelease({ title: 'Otter news' });
  portal.data.notifications = [about('press-release', news), about('document', report)];
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  expect(await dialog.findAllByRole('listitem')).toHaveLength(2);
  expect(
    list()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Otter newsPress release/),
    expect.stringMatching(/^Otter reportNew document.*unread/),
  ]);
  expect(list().getByRole('link', { name: 'Otter report' })).toHaveAttribute('href', report.url);
  await user.click(dialog.getByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByRole('button', { name: 'Notifications', hidden: true })).toBeInTheDocument();
  await waitFor(() => expect(list().queryByText(/unread/)).toBeNull());
});

test('an entry leads to what it is about and closes the list', async () => {
  const { user, location } = show();
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
  await user.click(await screen.findByRole('link', { name: 'Otter day' }));
  expect(location()).toBe(`/dashboard/admin/events/${day.id}/edit`);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an entry that is followed is read, and the others are not', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  await user.click(await screen.findByRole('link', { name: 'Otter day' }));
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  expect(await screen.findByRole('list', { name: 'Notifications' })).toBeVisible();
  const lines = list().getAllByRole('listitem');
  expect(lines.filter(({ textContent }) => textContent?.includes('unread'))).toHaveLength(1);
  expect(list().getByText('Otter report').closest('li')).toHaveTextContent('unread');
});

test('an entry that could not be marked says that it stays unread', async () => {
  portal.server.use(http.post('/api/notifications/read', () => HttpResponse.error(), { once: true }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  await user.click(await screen.findByRole('link', { name: 'Otter day' }));
  expect(await screen.findByText(/^“Otter day” stays unread\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
});

test('an empty list says what will be there; one that fails says so and is read again', async () => {
  portal.data.notifications = [];
  portal.server.use(http.get(listNotifications.path, () => HttpResponse.error()));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Notifications' }));
  expect(await screen.findByText('Notifications could not be loaded.')).toBeVisible();
  portal.server.resetHandlers();
  await user.click(screen.getByRole('button', { name: /Retry|Try again/ }));
  expect(await screen.findByText('Nothing new.')).toBeVisible();
});

test('a preview has no bell: what is read is the admin’s own', async () => {
  show(bar('?preview=investor'));
  expect(screen.getByRole('button', { name: 'Search' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
});

test('bell and overview ask once for what they show, and once for each change', async () => {
  const requests: string[] = [];
  portal.server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (request.method === 'GET' && pathname.startsWith('/api/notifications')) requests.push(pathname + search);
  });
  show(
    <>
      {bar()}
      {overview}
    </>,
  );
  // With the page, and when the visit is noted.
  await waitFor(() => expect(requests).toHaveLength(2));
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  portal.data.notifications = [about('document', report)];
  portalStore.dispatch(portalApi.util.invalidateTags(['Event', 'Notification']));
  await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  portal.server.events.removeAllListeners();
  expect(requests).toEqual(Array.from({ length: 3 }, () => '/api/notifications?limit=20'));
});

describe('the overview', () => {
  test('on a first visit shows what is there, what waits and the next dates, each a link', async () => {
    portal.data.waiting = [{ kind: 'press-release', count: 1 }];
    show(overview);
    expect(await screen.findByRole('region', { name: 'New for you' })).toBeVisible();
    expect(block('New for you').getByRole('link', { name: 'Otter report' })).toHaveAttribute('href', report.url);
    expect(block('Waiting for you').getByRole('link', { name: '1 draft of a press release' })).toHaveAttribute(
      'href',
      '/dashboard/admin/releases?status=draft',
    );
    const dates = block('Next dates');
    expect(await dates.findByRole('link', { name: 'Otter day' })).toHaveAttribute(
      'href',
      `/dashboard/admin/events/${day.id}/edit`,
    );
  });

  test('asks for few dates, from the beginning of the hour, and shows three that are not over', async () => {
    const requests: (string | null)[] = [];
    portal.server.events.on('request:start', ({ request }) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/api/events') requests.push(searchParams.get('limit'), searchParams.get('from'));
    });
    const over = buildEvent({ title: 'Just over', date: eventsFrom(new Date()), allDay: false });
    const others = ['Second', 'Third', 'Fourth'].map((title) => buildEvent({ title, date: day.date }));
    portal.data.events = [over, day, ...others];
    show(overview);
    await block('Next dates').findByRole('link', { name: 'Otter day' });
    portal.server.events.removeAllListeners();
    const titles = block('Next dates')
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(titles).toEqual(['Otter day', 'Second', 'Third']);
    expect(requests).toEqual(['6', expect.stringMatching(/:00:00\.000Z$/)]);
  });

  test('asks for more dates where too few of those that were read are to come', async () => {
    const requests: (string | null)[] = [];
    portal.server.events.on('request:start', ({ request }) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/api/events') requests.push(searchParams.get('limit'));
    });
    const over = (_: unknown, number: number) =>
      buildEvent({ title: `Over ${number}`, date: eventsFrom(new Date()), allDay: false });
    portal.data.events = [...Array.from({ length: 6 }, over), day];
    show(overview);
    expect(await block('Next dates').findByRole('link', { name: 'Otter day' })).toBeVisible();
    portal.server.events.removeAllListeners();
    expect(requests).toEqual(['6', '48']);
  });

  test('says that there are none to come when none of those that are over is followed by another', async () => {
    portal.data.events = Array.from({ length: 6 }, () => buildEvent({ date: eventsFrom(new Date()), allDay: false }));
    show(overview);
    expect(await screen.findByText('No dates to come.')).toBeVisible();
  });

  test('says what could not be loaded of more dates, and tries again', async () => {
    portal.data.events = [
      ...Array.from({ length: 6 }, () => buildEvent({ date: eventsFrom(new Date()), allDay: false })),
      day,
    ];
    const isMore = (url: string) => new URL(url).searchParams.get('limit') !== '6';
    portal.server.use(
      http.get(listEvents.path, ({ request }) => (isMore(request.url) ? HttpResponse.error() : undefined)),
    );
    const { user } = show(overview);
    const retry = await block('Next dates').findByRole('button', { name: 'Try again' });
    expect(screen.queryByText('No dates to come.')).toBeNull();
    portal.server.resetHandlers();
    await user.click(retry);
    expect(await block('Next dates').findByRole('link', { name: 'Otter day' })).toBeVisible();
  });

  test('says that dates besides those that it shows could not be loaded, and tries again', async () => {
    const over = () => buildEvent({ date: eventsFrom(new Date()), allDay: false });
    const second = buildEvent({ title: 'Second', date: '9999-01-01T00:00:00.000Z' });
    portal.data.events = [...Array.from({ length: 5 }, over), day, second];
    const isMore = (url: string) => new URL(url).searchParams.get('limit') !== '6';
    portal.server.use(
      http.get(listEvents.path, ({ request }) => (isMore(request.url) ? HttpResponse.error() : undefined)),
    );
    const { user } = show(overview);
    const dates = block('Next dates');
    const retry = await dates.findByRole('button', { name: 'Try again' });
    expect(dates.getByText(/More dates could not be loaded\./)).toBeVisible();
    expect(dates.getByRole('link', { name: 'Otter day' })).toBeVisible();
    portal.server.resetHandlers();
    await user.click(retry);
    expect(await dates.findByRole('link', { name: 'Second' })).toBeVisible();
    expect(dates.queryByText(/More dates could not be loaded\./)).toBeNull();
  });

  test('welcomes a person without news', async () => {
    portal.data.notifications = [];
    portal.data.events = [];
    show(overview);
    expect(await screen.findByText(/^Welcome\. What others add/)).toBeVisible();
    expect(screen.getByText('Nothing waits for you.')).toBeVisible();
    expect(await screen.findByText('No dates to come.')).toBeVisible();
  });

  test('on a later visit shows what came since', async () => {
    const paper = about('document', buildDocument({ title: 'New paper' }), '2025-06-01T00:00:00.000Z');
    portal.data.notifications = [paper, about('document', report)];
    portal.data.lastVisit = '2025-03-01T00:00:00.000Z';
    show(overview);
    await screen.findByRole('region', { name: 'New since your last visit' });
    const links = await block('New since your last visit').findAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['New paper']);
  });

  test('says how many more there are, that their list loads, and shows it', async () => {
    portal.data.notifications = papers(5);
    show(overview);
    const more = await screen.findByRole('button', { name: '2 more notifications' });
    fireEvent.click(more);
    expect(more).toHaveTextContent('Loading…');
    expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeVisible();
    expect(more).toHaveTextContent('2 more notifications');
  });

  test.each([
    [20, '17 more notifications'],
    [21, 'All notifications'],
  ])('of %d says that there are %s', async (count, words) => {
    portal.data.notifications = papers(count);
    show(overview);
    expect(await screen.findByRole('button', { name: words })).toBeVisible();
  });

  test('says that there may be more to do than was counted', async () => {
    answerWaiting([
      { kind: 'press-release', count: 101 },
      { kind: 'mail', count: 100 },
    ]);
    show(overview);
    expect(await screen.findByText('100+ drafts of press releases')).toBeVisible();
    expect(screen.getByText('100 mails that were given up')).toBeVisible();
  });

  test('says what could not be loaded, and tries again', async () => {
    portal.server.use(http.get(listNotifications.path, () => HttpResponse.error(), { once: true }));
    const { user } = show(overview);
    await user.click(await block('Waiting for you').findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
  });
});

test('the overview of developers has what waits for them, each a link; that of investors has no such block', async () => {
  const sections = (role: string, label: string) => ({ role, label, alsoFor: [] });
  const developer = sections('developer', 'Developer');
  const tools = testLock(
    testRelease('mfe-d', {
      sections: [
        {
          ...developer,
          id: 'd-releases',
          component: 'Releases',
          order: 1,
          tool: { path: 'releases', title: 'Releases', finds: [{ kind: 'release', at: '' }] },
        },
        {
          ...developer,
          id: 'd-failures',
          component: 'Failures',
          order: 2,
          tool: { path: 'failures', title: 'Failures', finds: [{ kind: 'failure', at: '' }] },
        },
        { ...sections('investor', 'Investor'), id: 'd-reports', component: 'Reports', order: 3 },
      ],
    }),
  );
  const show = (role: string) =>
    renderRemote(
      <PortalApiProvider>
        <OverviewBlocks {...scope} lock={tools} entries={dashboardOf(tools, [role])} role={role} />
      </PortalApiProvider>,
      { session: buildUser({ email: 'ada@lab.example', roles: [role] }), path: `/dashboard/${role}` },
    );
  answerWaiting([
    { kind: 'release', count: 2 },
    { kind: 'failure', count: 1 },
  ]);
  const { unmount } = show('developer');
  for (const [name, address] of [
    ['2 releases that the gate refused', '/dashboard/developer/releases'],
    ['1 cause of failures', '/dashboard/developer/failures'],
  ] as const)
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', address);
  unmount();
  show('investor');
  expect(await screen.findByRole('region', { name: 'Next dates' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull();
});

test('an admin who is also a developer has the open work of both, that of the current role first', async () => {
  const tool = (role: string, label: string, kind: RecordKind) => ({
    ...{ role, label, alsoFor: [], id: kind, component: 'List', order: 1 },
    tool: { path: kind, title: kind, finds: [{ kind, at: '' }] },
  });
  const tools = testLock(
    testRelease('mfe-a', {
      sections: [
        tool('admin', 'Admin', 'press-release'),
        tool('admin', 'Admin', 'mail'),
        tool('developer', 'Developer', 'release'),
        tool('developer', 'Developer', 'failure'),
      ],
    }),
  );
  answerWaiting([
    { kind: 'press-release', what: 'approval', count: 1 },
    { kind: 'press-release', count: 2 },
    { kind: 'mail', count: 3 },
    { kind: 'release', count: 4 },
    { kind: 'failure', count: 5 },
  ]);
  const roles = ['admin', 'developer'];
  const numbers = async (role: string) => {
    const { unmount } = renderRemote(
      <PortalApiProvider>
        <OverviewBlocks {...scope} lock={tools} entries={dashboardOf(tools, roles)} role={role} />
      </PortalApiProvider>,
      { session: buildUser({ email: 'ada@lab.example', roles }), path: `/dashboard/${role}` },
    );
    const lines = await block('Waiting for you').findAllByRole('link');
    const shown = lines.map(({ textContent }) => textContent?.slice(0, 1)).join('');
    unmount();
    return shown;
  };
  expect(await numbers('developer')).toBe('45123');
  expect(await numbers('admin')).toBe('12345');
});

describe('an admin on the dashboard of investors', () => {
  const both = buildUser({ email: 'ada@lab.example', name: 'Ada', roles: ['investor', 'admin'] });
  const finds = (at: string) => [{ kind: 'press-release' as const, at }];
  const investor = { role: 'investor', label: 'Investor', alsoFor: ['admin'] };
  const twoTools = testLock(
    testRelease('mfe-a', {
      sections: [
        {
          ...admin,
          id: 'a-releases',
          component: 'Releases',
          order: 1,
          tool: { path: 'releases', title: 'Press releases', finds: finds('/:id/edit') },
        },
        {
          ...investor,
          id: 'a-news',
          component: 'News',
          order: 2,
          tool: { path: 'news', title: 'News', finds: finds('/:id') },
        },
      ],
    }),
  );
  const bothScope = { ...scope, lock: twoTools, entries: dashboardOf(twoTools, both.roles), role: 'investor' };

  test('is led to drafts and approvals where releases are written, and to news where they are read', async () => {
    const pressReleaseNotification = (
      subject: string,
      title: string,
      happening: 'added' | 'asked',
    ): PortalNotification => ({
      id: subject,
      kind: 'press-release',
      happening,
      subject,
      title,
      at: '2025-01-15T09:30:00.000Z',
      unread: true,
    });
    const items = [
      pressReleaseNotification('a'.repeat(24), 'Asks', 'asked'),
      pressReleaseNotification('b'.repeat(24), 'Is out', 'added'),
    ];
    const summary = { unread: 2, since: null, waiting: [{ kind: 'press-release', count: 1 }] };
    portal.server.use(http.get(listNotifications.path, () => HttpResponse.json({ items, nextCursor: null, summary })));
    renderRemote(
      <PortalApiProvider>
        <OverviewBlocks {...bothScope} />
      </PortalApiProvider>,
      { session: both, path: '/dashboard/investor' },
    );
    for (const [name, address] of [
      ['1 draft of a press release', '/dashboard/admin/releases?status=draft'],
      ['Asks', `/dashboard/admin/releases/${'a'.repeat(24)}/edit`],
      ['Is out', `/dashboard/investor/news/${'b'.repeat(24)}`],
    ] as const)
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', address);
  });
});
