import { importUsers } from '@cytocomm/contract';
import { acceptSignIn, endSession, hasUnsavedWork, previewAs, recheck } from '@cytocomm/session';
import { buildUser, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { peopleImport } from '../users/people-import.ts';
import Users from './Users.tsx';

const admin = buildUser({ email: 'boss@cytocomm.example', name: 'Boss', roles: ['admin'] });
const portal = startFakePortal(() => ({ users: [{ ...admin }] }));

afterEach(() => peopleImport.reset());

const PATH = '/dashboard/admin/users';
const nameOpened = jest.fn();
const open = () => renderRemote(<Users place={{ path: PATH, rest: 'import', nameOpened }} />, { session: admin });
const csv = (...lines: readonly string[]) =>
  new File([['email,name,roles', ...lines].join('\n')], 'people.csv', { type: 'text/csv' });
const FILE = csv('ada@lab.example,Ada,investor', 'boss@cytocomm.example,,investor', 'nonsense,,investor');
const outcomes = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);

it('is reached from the list, and leads back to it', async () => {
  const { unmount } = renderRemote(<Users place={{ path: PATH, rest: '' }} />, { session: admin });
  expect(screen.getByRole('link', { name: 'Import CSV' })).toHaveAttribute('href', `${PATH}/import`);
  unmount();
  open();
  expect(screen.getByRole('link', { name: 'All users' })).toHaveAttribute('href', PATH);
  expect(nameOpened.mock.calls).toEqual([['Import CSV']]);
});

it('a file is checked first, and its people are added when that was confirmed', async () => {
  const { user } = open();
  await user.upload(screen.getByLabelText('CSV file'), FILE);
  expect(
    await screen.findByText(/Of 3 people in the file 1 will be added, 1 is there already, 1 is refused\./),
  ).toBeVisible();
  expect(outcomes()).toEqual(['will be added', 'there already', 'refused']);
  expect(screen.getByText('This is not a valid e-mail address.')).toBeVisible();
  expect(portal.data.users).toHaveLength(1);

  await user.click(screen.getByRole('button', { name: 'Add 1 user' }));
  expect(await screen.findByText('The import is done.')).toBeVisible();
  portal.data.users.push(
    buildUser({ email: 'old@lab.example', roles: ['investor'], createdAt: '2020-01-01T00:00:00.000Z' }),
    buildUser({ email: 'added.by.others@lab.example', roles: ['investor'], createdAt: '2999-01-01T00:00:00.000Z' }),
  );
  await user.click(screen.getByRole('button', { name: 'Invite the person just added' }));
  expect(await screen.findByText('1 person just added has never signed in and will get an invitation.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send the invitations' }));
  await waitFor(() => expect(portal.data.mails).toMatchObject([{ kind: 'invitation', to: 'ada@lab.example' }]));
  expect(screen.getByText(/1 was added/)).toBeVisible();
  expect(portal.data.users[1]).toMatchObject({ email: 'ada@lab.example', name: 'Ada', roles: ['investor'] });
});

it('invites those whom it adds when that was ticked', async () => {
  const { user } = open();
  await user.upload(screen.getByLabelText('CSV file'), FILE);
  await user.click(await screen.findByRole('checkbox', { name: 'Send an invitation' }));
  await user.click(screen.getByRole('button', { name: 'Add 1 user' }));
  expect(await screen.findByText('1 person will get an invitation.')).toBeVisible();
  expect(portal.data.mails).toMatchObject([{ kind: 'invitation', to: 'ada@lab.example' }]);
  expect(screen.queryByRole('button', { name: /^Invite/ })).toBeNull();
});

it('asks before the page is reloaded while people are added, and only then', async () => {
  const isHeld = () => [!window.dispatchEvent(new Event('beforeunload', { cancelable: true })), hasUnsavedWork()];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { user } = open();
  await user.upload(screen.getByLabelText('CSV file'), FILE);
  const add = await screen.findByRole('button', { name: 'Add 1 user' });
  expect(isHeld()).toEqual([false, false]);
  portal.server.use(http.post('/api/admin/users/import', () => held));
  await user.click(add);
  expect(await screen.findByText(/A reload would cut it off/)).toBeVisible();
  expect(isHeld()).toEqual([true, true]);
  release();
  expect(await screen.findByText('The import is done.')).toBeVisible();
  expect(isHeld()).toEqual([false, false]);
});

it('the outcome of every row can be saved, before and after people are added', async () => {
  const saved: { name: string; text: Promise<string> }[] = [];
  let content = new Blob();
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      content = blob;
      return 'blob:x';
    },
    revokeObjectURL: () => undefined,
  });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: new Response(content).text() });
  });
  const { user } = open();
  const many = Array.from({ length: 250 }, (_, number) => `p${number}@lab.example,,investor`);
  await user.upload(screen.getByLabelText('CSV file'), csv(...many, '=1+1,,investor'));
  await user.click(await screen.findByRole('button', { name: 'Download outcome' }));
  await user.click(screen.getByRole('button', { name: 'Add 250 users' }));
  await screen.findByText('The import is done.');
  await user.click(screen.getByRole('button', { name: 'Download outcome' }));
  click.mockRestore();
  expect(saved.map(({ name }) => name)).toEqual(['import-check.csv', 'import-outcome.csv']);
  for (const { text } of saved) {
    const lines = (await text).split('\r\n');
    expect(lines).toHaveLength(253);
    expect(lines[1]).toBe('2,p0@lab.example,added,');
    expect(lines.at(-2)).toBe("252,'=1+1,refused,This is not a valid e-mail address.");
  }
});

it('a file that cannot be read is refused with what to do', async () => {
  portal.refuse(importUsers, 'validation', { detail: 'The first line must name the columns email, roles.' });
  const { user } = open();
  await user.upload(screen.getByLabelText('CSV file'), new File(['a;b\n1;2'], 'x.csv', { type: 'text/csv' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^The file could not be checked\. No one was added\./);
  expect(alert).toHaveTextContent(/must name the columns email, roles/);
  expect(screen.getByText(/roles and, at will, name and groups\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
});

it('a file without new people adds no one', async () => {
  const { user } = open();
  await user.upload(screen.getByLabelText('CSV file'), csv('boss@cytocomm.example,,investor'));
  expect(await screen.findByText('No one in this file would be added.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
});

it('goes on part by part, and says how far it came when it failed', async () => {
  const { user } = open();
  await user.upload(screen.getByLabelText('CSV file'), FILE);
  const add = await screen.findByRole('button', { name: 'Add 1 user' });
  const requests: string[] = [];
  const part = {
    dryRun: false,
    rows: 900,
    import: 'a'.repeat(24),
    counts: { added: 450, exists: 0, repeated: 0, refused: 0 },
    told: [],
  };
  portal.server.use(
    http.post('/api/admin/users/import', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const from = searchParams.get('from');
      requests.push(`${from} ${searchParams.get('import')}`);
      if (from === '451') return problem('database-unavailable');
      return HttpResponse.json({ ...part, from: 1, next: 451, ignoredColumns: [] });
    }),
  );
  await user.click(add);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Send the same file again: people who were added already are skipped/,
  );
  expect(requests).toEqual(['1 null', `451 ${part.import}`]);
  await user.click(screen.getByRole('button', { name: 'Check the file again' }));
});

describe('an import of several parts', () => {
  const part = (from: number, next: number | null) => ({
    ...{ dryRun: false, rows: 900, import: 'a'.repeat(24), from, next, told: [], ignoredColumns: [] },
    counts: { added: 450, exists: 0, repeated: 0, refused: 0 },
  });

  /** Adds the first part, and keeps the second waiting until the returned function is called. */
  function holdSecondPart(answer: () => Response = () => HttpResponse.json(part(451, null))) {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const requests: (string | null)[] = [];
    portal.server.use(
      http.post('/api/admin/users/import', async ({ request }) => {
        const from = new URL(request.url).searchParams.get('from');
        requests.push(from);
        if (from === '1') return HttpResponse.json(part(1, 451));
        await promise;
        return answer();
      }),
    );
    return { release, requests };
  }

  const begin = async () => {
    const { user } = open();
    await user.upload(screen.getByLabelText('CSV file'), FILE);
    const add = await screen.findByRole('button', { name: 'Add 1 user' });
    const secondPart = holdSecondPart();
    await user.click(add);
    expect(await screen.findByText(/450 of 900 rows are done/)).toBeVisible();
    return { user, ...secondPart };
  };
  /** Leaves the form for another tool; toasts stay. */
  const leave = () => {
    cleanup();
    return renderRemote(<p>Another tool</p>, { session: admin });
  };

  it('goes on when the form is left, and shows a toast when it is done', async () => {
    const { release, requests } = await begin();
    cleanup();
    open();
    expect(screen.getByText(/450 of 900 rows are done/)).toBeVisible();
    expect(screen.getByText('people.csv')).toBeVisible();
    leave();
    expect(hasUnsavedWork()).toBe(true);
    release();
    expect(await screen.findByText('The import is done: 900 users added.')).toBeVisible();
    expect(hasUnsavedWork()).toBe(false);
    expect(requests).toEqual(['1', '451']);
    cleanup();
    open();
    expect(screen.getByText('The import is done.')).toBeVisible();
    expect(screen.getByText(/Of 900 people in the file 900 were added\./)).toBeVisible();
  });

  it('goes on while its admin looks at a preview; none begins in one', async () => {
    const { user } = open();
    await user.upload(screen.getByLabelText('CSV file'), FILE);
    const add = await screen.findByRole('button', { name: 'Add 1 user' });
    const { release, requests } = holdSecondPart(() => HttpResponse.json({ ...part(451, 901), rows: 1350 }));
    await user.click(add);
    await screen.findByText(/450 of 900/);
    leave();
    act(() => previewAs('investor'));
    release();
    expect(await screen.findByText('The import is done: 1,350 users added.')).toBeVisible();
    expect(requests).toEqual(['1', '451', '901']);
    portal.server.resetHandlers();
    act(() => previewAs(null));
    await act(() => peopleImport.check(FILE));
    act(() => previewAs('investor'));
    await act(() => peopleImport.add());
    expect(peopleImport.read().stage).toMatchObject({
      phase: 'failed',
      failure: expect.stringContaining('This is a preview as investor'),
    });
    act(() => previewAs(null));
  });

  it('that fails after the form was left shows a toast, and keeps the file to be checked again', async () => {
    const { user } = open();
    await user.upload(screen.getByLabelText('CSV file'), FILE);
    const add = await screen.findByRole('button', { name: 'Add 1 user' });
    const { release } = holdSecondPart(() => problem('database-unavailable'));
    await user.click(add);
    await screen.findByText(/450 of 900/);
    leave();
    release();
    expect(
      await screen.findByText(/^The import did not come to its end\. .*How far it came stands under/),
    ).toBeVisible();
    cleanup();
    portal.server.resetHandlers();
    const { user: back } = open();
    expect(screen.getByText('The import did not come to its end.')).toBeVisible();
    await back.click(screen.getByRole('button', { name: 'Check the file again' }));
    expect(await screen.findByRole('button', { name: 'Add 1 user' })).toBeVisible();
  });

  it('is stopped after the part that is on its way, and says how to go on', async () => {
    const { user } = open();
    await user.upload(screen.getByLabelText('CSV file'), FILE);
    const add = await screen.findByRole('button', { name: 'Add 1 user' });
    const { release, requests } = holdSecondPart(() => HttpResponse.json({ ...part(451, 901), rows: 1350 }));
    await user.click(add);
    await screen.findByText(/450 of 900/);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByRole('button', { name: 'Stopping...' })).toBeVisible();
    release();
    expect(await screen.findByText('The import was stopped.')).toBeVisible();
    expect(screen.getByText(/900 were added/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check the file again' })).toBeVisible();
    expect(requests).toEqual(['1', '451']);
  });

  it('that a reload cut off is named, and the same file shows who is there already', async () => {
    await begin();
    const noted = sessionStorage.getItem('import of people') ?? '';
    cleanup();
    // As a reload does: all is gone but what the tab has stored.
    peopleImport.reset();
    sessionStorage.setItem('import of people', noted);
    portal.server.resetHandlers();
    portal.data.users.push(buildUser({ email: 'ada@lab.example', roles: ['investor'] }));
    const { user } = open();
    expect(await screen.findByText('The import of people.csv was cut off.')).toBeVisible();
    expect(screen.getByText(/^450 of 900 rows are known to be done\. Send the same file again/)).toBeVisible();
    await user.upload(
      screen.getByLabelText('CSV file'),
      csv('ada@lab.example,Ada,investor', 'eve@lab.example,Eve,investor'),
    );
    expect(await screen.findByText(/1 will be added, 1 is there already\./)).toBeVisible();
    expect(screen.queryByText(/was cut off/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add 1 user' }));
    expect(await screen.findByText('The import is done.')).toBeVisible();
    expect(sessionStorage.getItem('import of people')).toBeNull();
    expect(portal.data.users.map(({ email }) => email)).toEqual([
      'boss@cytocomm.example',
      'ada@lab.example',
      'eve@lab.example',
    ]);
  });

  const note = { email: 'boss@cytocomm.example', name: 'people.csv', done: 450, rows: 900 };

  it('that was cut off is not shown to another person', async () => {
    sessionStorage.setItem('import of people', JSON.stringify({ ...note, email: 'other@cytocomm.example' }));
    open();
    await act(async () => undefined);
    expect(screen.queryByText(/was cut off/)).toBeNull();
    sessionStorage.setItem('import of people', JSON.stringify(note));
    cleanup();
    open();
    expect(await screen.findByText('The import of people.csv was cut off.')).toBeVisible();
    act(() => acceptSignIn({ email: 'second@cytocomm.example', name: 'Second', roles: ['admin'] }));
    expect(screen.queryByText(/was cut off/)).toBeNull();
    expect(sessionStorage.getItem('import of people')).toBeNull();
  });

  it('that was cut off is still named after an unreadable file, and after another reload', async () => {
    sessionStorage.setItem('import of people', JSON.stringify(note));
    const { user } = open();
    await screen.findByText(/was cut off/);
    portal.refuse(importUsers, 'validation');
    await user.upload(screen.getByLabelText('CSV file'), new File(['a;b\n1;2'], 'x.csv', { type: 'text/csv' }));
    await screen.findByText('The file could not be checked. No one was added.');
    expect(screen.getByText('The import of people.csv was cut off.')).toBeVisible();
    await user.upload(screen.getByLabelText('CSV file'), FILE);
    await screen.findByRole('button', { name: 'Add 1 user' });
    expect(sessionStorage.getItem('import of people')).not.toBeNull();
  });

  const expire = async () => {
    endSession('Over.');
    // As the sign-in dialog does when it opens.
    portal.cookie = null;
    await recheck();
  };

  it.each<[string, () => Promise<void>, boolean]>([
    ['waits for its admin when the session ends by itself', expire, true],
    [
      'ends for somebody else',
      async () => acceptSignIn({ email: 'second@cytocomm.example', name: 'Second', roles: ['admin'] }),
      false,
    ],
  ])('%s', async (_, change, isKept) => {
    const { requests, release } = await begin();
    await act(change);
    expect(peopleImport.read().file !== null).toBe(isKept);
    expect(sessionStorage.getItem('import of people') !== null).toBe(isKept);
    release();
    await waitFor(() => expect(hasUnsavedWork()).toBe(false));
    expect(requests).toEqual(['1', '451']);
  });
});
