import { countDocumentReaders, type DocumentAccess, listDocumentAccesses, listNonReaders } from '@cytocomm/contract';
import { useLocation } from '@cytocomm/kit';
import { closeSignIn, useSession } from '@cytocomm/session';
import { buildDocument, buildUser, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import DocumentsAdmin from '../sections/DocumentsAdmin.tsx';
import Users from '../sections/Users.tsx';

const report = buildDocument({ title: 'Report 2028' });
const open2 = buildDocument({ title: 'For everybody', visibility: 'public' });
const access = (at: string, by: string, action: DocumentAccess['action']): DocumentAccess => ({
  ...{ at: `${at}T08:00:00.000Z`, by, action, from: '192.0.2.7' },
});
const investor = (name: string) => buildUser({ email: `${name}@fund.example`, name, roles: ['investor'] });
const portal = startFakePortal(() => ({
  documents: [report, open2],
  users: [
    ...['ada', 'bob', 'eve'].map(investor),
    buildUser({ email: 'boss@x.example', name: 'Boss', roles: ['admin'] }),
  ],
  accesses: new Map([
    [
      report.id,
      [access('2025-03-03', 'bob@fund.example', 'opened'), access('2025-03-02', 'bob@fund.example', 'downloaded')],
    ],
    ['f'.repeat(24), [access('2025-03-01', 'bob@fund.example', 'opened')]],
  ]),
}));

const DOCUMENTS = '/dashboard/admin/documents';
const USERS = '/dashboard/admin/users';
const LEFT = `${DOCUMENTS}/${report.id}/non-readers`;
const OF_BOB = `${USERS}/bob%40fund.example/accesses`;

function Tools() {
  const { pathname } = useLocation();
  const place = (path: string) => ({ path, rest: pathname.slice(path.length + 1) });
  return pathname.startsWith(USERS) ? <Users place={place(USERS)} /> : <DocumentsAdmin place={place(DOCUMENTS)} />;
}

const open = (path: string) =>
  renderRemote(<Tools />, { session: { email: 'boss@x.example', roles: ['admin'] }, path });
const row = (name: string | RegExp) => screen.findByRole('row', { name });
const firstCells = (grid: string) =>
  within(screen.getByRole('grid', { name: grid }))
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getAllByRole('gridcell')[0]?.textContent);

describe('who has not opened a document', () => {
  it('stands with its accesses, and leads to the list of them', async () => {
    const { user, location } = open(`${DOCUMENTS}/${report.id}/accesses`);
    expect(await screen.findByText('1 of 3 investors who may read it have opened it.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Who has not' }));
    expect(location()).toBe(LEFT);
    await row(/^ada@fund\.example/);
    expect(screen.getByRole('heading', { name: 'Who has not opened “Report 2028”' })).toBeVisible();
    expect(firstCells('Who has not opened it')).toEqual(['ada@fund.example', 'eve@fund.example']);
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'eve');
    await waitFor(() => expect(firstCells('Who has not opened it')).toEqual(['eve@fund.example']));
    expect(location()).toBe(`${LEFT}?q=eve`);
    await user.click(screen.getByRole('link', { name: 'Accesses' }));
    expect(location()).toBe(`${DOCUMENTS}/${report.id}/accesses`);
  });

  it.each([
    ['series-a', '1 of 1 investor who may read it has opened it.'],
    ['board', 'It has no readers yet.'],
  ])('counts of a document for %s those alone who are in that group', async (group, words) => {
    portal.data.documents = [{ ...report, groups: [group] }];
    portal.data.users = portal.data.users.map((user) =>
      user.email === 'bob@fund.example' ? { ...user, groups: ['series-a'] } : user,
    );
    open(`${DOCUMENTS}/${report.id}/accesses`);
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('names those who opened an earlier version alone', async () => {
    portal.data.documents = [
      { ...report, version: 2, replacedAt: '2025-03-02T12:00:00.000Z', replacedBy: 'boss@x.example' },
    ];
    portal.data.accesses = new Map([
      [
        report.id,
        [access('2025-03-03', 'bob@fund.example', 'opened'), access('2025-03-02', 'eve@fund.example', 'opened')],
      ],
    ]);
    open(LEFT);
    const eve = await row(/^eve@fund\.example/);
    expect(within(eve).getByText('opened an earlier version')).toBeVisible();
    expect(within(await row(/^ada@fund\.example/)).queryByText('opened an earlier version')).toBeNull();
    expect(
      screen.getByText('1 of 3 investors who may read it have opened it, 1 only an earlier version.'),
    ).toBeVisible();
  });

  it('is not counted for a public document', async () => {
    open(`${DOCUMENTS}/${open2.id}/accesses`);
    expect(await screen.findByText('No one has opened this document yet.')).toBeVisible();
    expect(screen.queryByText(/have opened it/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Who has not' })).toBeNull();
  });

  it('says so at the address that a public or an unknown document would have', async () => {
    portal.refuse(listNonReaders, 'conflict');
    open(`${DOCUMENTS}/${open2.id}/non-readers`);
    expect(await screen.findByText('This document is public.')).toBeVisible();
  });

  it('says what failed, and tries again', async () => {
    for (const call of [countDocumentReaders, listDocumentAccesses]) portal.refuse(call, 'internal');
    const { user } = open(`${DOCUMENTS}/${report.id}/accesses`);
    expect(await screen.findByText('Who has opened it could not be counted.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Count again' }));
    expect(await screen.findByText('1 of 3 investors who may read it have opened it.')).toBeVisible();
  });

  it('that could not be loaded say so, and are read again on Retry', async () => {
    portal.server.use(http.get('/api/admin/documents/:id/non-readers', () => problem('internal'), { once: true }));
    const { user } = open(LEFT);
    expect(await screen.findByText('The people could not be loaded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row(/^ada@fund\.example/)).toBeVisible();
  });

  it('says of more people than are counted that there are more', async () => {
    portal.server.use(
      http.get('/api/admin/documents/:id/readers', () =>
        HttpResponse.json({ role: 'customer', people: 1000, opened: 9, openedEarlier: 0, more: true }),
      ),
    );
    open(`${DOCUMENTS}/${report.id}/accesses`);
    expect(
      await screen.findByText('At least 9 of more than 1,000 customers who may read it have opened it.'),
    ).toBeVisible();
  });

  it('is reminded after asking, once a day', async () => {
    const { user } = open(LEFT);
    await user.click(await screen.findByRole('button', { name: 'Remind those who have not' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remind those who have not opened it?' }));
    expect(await dialog.findByText(/^2 people have not opened “Report 2028”/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Not now' }));
    expect(portal.data.mails).toEqual([]);
    const remind = async () => {
      await user.click(screen.getByRole('button', { name: 'Remind those who have not' }));
      await user.click(await screen.findByRole('button', { name: 'Send the reminder' }));
    };
    await remind();
    expect(await screen.findByText('2 people will get a mail.')).toBeVisible();
    expect(portal.data.mails.map(({ to }) => to).toSorted()).toEqual(['ada@fund.example', 'eve@fund.example']);
    portal.server.use(http.post('*/reminders', () => HttpResponse.json({ queued: 0, more: false, next: null })));
    await remind();
    expect(await screen.findByText('Everyone has opened it or was already reminded today.')).toBeVisible();
    portal.server.use(http.post('/api/admin/documents/:id/reminders', () => problem('rate-limited', 'Too often.')));
    await remind();
    expect(await screen.findByText(/^No reminder was sent\. Too often\./)).toBeVisible();
  });

  it('is reminded call after call, with one button that stops it and goes on with the others', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const cursors: (string | null)[] = [];
    portal.server.use(
      http.post('/api/admin/documents/:id/reminders', async ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor');
        cursors.push(cursor);
        if (cursor === 'one') await answered;
        const next = cursor === null ? 'one' : cursor === 'one' ? 'two' : null;
        return HttpResponse.json({ queued: 1000, more: next !== null, next }, { status: 202 });
      }),
    );
    const { user } = open(LEFT);
    await user.click(await screen.findByRole('button', { name: 'Remind those who have not' }));
    await user.click(await screen.findByRole('button', { name: 'Send the reminder' }));
    expect(await screen.findByText('Mails go to 1,000 people so far…')).toBeVisible();
    const button = screen.getByRole('button', { name: 'Stop' });
    expect(button).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Stopping…' })).toHaveFocus();
    answer();
    expect(
      await screen.findByText('2,000 people will get a mail. There are more: go on with the others.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go on with the others' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('1,000 people will get a mail.')).toBeVisible();
    expect(cursors).toEqual([null, 'one', 'two']);
    expect(await screen.findByRole('button', { name: 'Remind those who have not' })).toHaveFocus();
  });

  it('is not reminded without end: a press makes twenty calls, and a failure says how many it reached', async () => {
    let calls = 0;
    portal.server.use(
      http.post('/api/admin/documents/:id/reminders', () => {
        calls += 1;
        if (calls > 21) return problem('rate-limited', 'Too often.');
        return HttpResponse.json({ queued: 1, more: true, next: String(calls) }, { status: 202 });
      }),
    );
    const { user } = open(LEFT);
    await user.click(await screen.findByRole('button', { name: 'Remind those who have not' }));
    await user.click(await screen.findByRole('button', { name: 'Send the reminder' }));
    expect(await screen.findByText(/^20 people will get a mail\. There are more/)).toBeVisible();
    expect(calls).toBe(20);
    await user.click(screen.getByRole('button', { name: 'Go on with the others' }));
    expect(await screen.findByText(/^Only 1 person will get a mail\. Too often\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go on with the others' })).toBeVisible();
  });

  it('does not ask when the people could not be counted', async () => {
    const { user } = open(LEFT);
    const button = await screen.findByRole('button', { name: 'Remind those who have not' });
    portal.server.use(http.get('/api/admin/documents/:id/readers', () => problem('internal', 'It broke.')));
    await user.click(button);
    expect(await screen.findByText(/^They could not be counted\. It broke\./)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('what a person opened', () => {
  it('has an address of its own, which the list of people leads to', async () => {
    const { user, location } = open(USERS);
    await user.click(await screen.findByRole('link', { name: 'Accesses of bob@fund.example' }));
    expect(location()).toBe(OF_BOB);
    await row(/^Report 2028 opened/);
    expect(screen.getByRole('heading', { name: 'Accesses of bob@fund.example' })).toBeVisible();
    expect(firstCells('Accesses')).toEqual(['Report 2028', 'Report 2028', 'A deleted document Deleted']);
    expect(screen.getByRole('button', { name: 'Sign-ins: bob@fund.example' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'All users' }));
    expect(location()).toBe(USERS);
  });

  it('is filtered and sorted by the server; its address and its file say how', async () => {
    const { user, location } = open(OF_BOB);
    await row(/^Report 2028 opened/);
    await user.click(screen.getByRole('columnheader', { name: 'When' }));
    await waitFor(() => expect(firstCells('Accesses')[0]).toMatch(/^A deleted/));
    await user.type(screen.getByRole('searchbox', { name: 'Document' }), 'report');
    await waitFor(() => expect(firstCells('Accesses')).toHaveLength(2));
    await user.selectOptions(screen.getByLabelText('Action'), 'Downloaded');
    await waitFor(() => expect(firstCells('Accesses')).toHaveLength(1));
    expect(location()).toBe(`${OF_BOB}?sort=at&q=report&action=downloaded`);
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/admin/users/bob%40fund.example/accesses.csv?document=report&action=downloaded&sort=at',
    );
  });

  it('says when nothing was opened, when no user has the address, and when an address is none', async () => {
    open(`${USERS}/ghost%40x.example/accesses`);
    expect(await screen.findByText('No document was opened yet.')).toBeVisible();
    expect(screen.getByText(/^No one has this address now\./)).toBeVisible();
  });

  it('ignores an address that cannot be decoded', async () => {
    open(`${USERS}/%E0%A4%A/accesses`);
    expect(await screen.findByText('There is no such user.')).toBeVisible();
  });

  it('says what failed, and saves the file in a session that is not fresh only after a confirmation', async () => {
    portal.server.use(http.get('/api/admin/users/:email/accesses', () => problem('internal'), { once: true }));
    portal.data.stale = true;
    const { user } = open(OF_BOB);
    expect(await screen.findByText('The accesses could not be loaded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await row(/^Report 2028 opened/);
    await user.click(screen.getByRole('link', { name: 'Export CSV' }));
    await waitFor(() => expect(useSession.getState().confirming).toBe(true));
    act(() => closeSignIn());
  });
});

describe('the mail about new reports', () => {
  const waits = (...titles: string[]) => {
    const documents = titles.map((title, number) => ({ id: String(number).repeat(24), title }));
    portal.data.waitingReports = { documents, goesOutAt: new Date(2026, 10, 26, 10, 42).toISOString() };
  };

  it('says to how many it goes and when, with the list and with the form', async () => {
    waits('One', 'Two', 'Three', 'Four');
    const { user } = open(DOCUMENTS);
    expect(await screen.findByText(/^Goes out to 14 people at 10:42\sAM$/)).toBeVisible();
    expect(screen.getByText('One mail about 4 new reports: “One”, “Two”, “Three” and 1 more.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'New document' }));
    expect(await screen.findByText(/^Goes out to 14 people/)).toBeVisible();
  });

  it('names no number where there are groups, as it may be for one of them alone', async () => {
    portal.data.users = portal.data.users.map((user) => ({ ...user, groups: ['series-a'] }));
    waits('One');
    open(`${DOCUMENTS}/new`);
    expect(await screen.findByText('A mail about the new report “One”.')).toBeVisible();
    expect(await screen.findByRole('checkbox', { name: 'series-a' })).toBeVisible();
    expect(await screen.findByText('14 people asked to hear of new reports.')).toBeVisible();
    expect(screen.getByText(/^Goes out at 10:42\sAM$/)).toBeVisible();
  });

  it('says that it could not be read, and reads it again', async () => {
    waits('One');
    portal.server.use(http.get('/api/admin/report-mails', () => problem('internal', 'It broke.'), { once: true }));
    const { user } = open(DOCUMENTS);
    const failed = await screen.findByText('Whether a mail about new reports waits could not be read.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^Goes out to 14 people/)).toBeVisible();
    expect(failed).not.toBeInTheDocument();
  });

  it('is sent at once', async () => {
    waits('One');
    const { user } = open(DOCUMENTS);
    expect(await screen.findByText('A mail about the new report “One”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send now' }));
    expect(await screen.findByText('The mail is on its way.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^Goes out/)).toBeNull());
  });

  it('is not sent at all', async () => {
    waits('One', 'Two');
    const { user } = open(DOCUMENTS);
    await user.click(await screen.findByRole('button', { name: 'Do not send' }));
    expect(await screen.findByText('No mail goes out.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^Goes out/)).toBeNull());
  });

  it('says that it is too late, and what failed', async () => {
    waits('One');
    portal.server.use(
      http.post('/api/admin/report-mails/recall', () => HttpResponse.json({ changed: 0 }), { once: true }),
      http.post('/api/admin/report-mails/send', () => problem('internal', 'It broke.')),
    );
    const { user } = open(DOCUMENTS);
    await user.click(await screen.findByRole('button', { name: 'Do not send' }));
    expect(await screen.findByText('Too late: the mail is on its way.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send now' }));
    expect(await screen.findByText(/^The mail was not sent\. It broke\./)).toBeVisible();
  });
});
