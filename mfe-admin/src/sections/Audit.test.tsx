import { buildAuditEntry, problem, renderRemote, startFakePortal, typeDay } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import Audit from './Audit.tsx';

const ADDRESS = '/dashboard/admin/audit';
const portal = startFakePortal(() => ({
  audit: [
    buildAuditEntry({
      action: 'user.added',
      actor: 'boss@x.example',
      subject: 'ada@x.example',
      at: '2025-02-03T08:00:00.000Z',
    }),
    buildAuditEntry({
      action: 'role.enabled',
      actor: null,
      subject: 'bob@x.example',
      at: '2025-02-02T08:00:00.000Z',
      detail: { role: 'investor' },
    }),
    buildAuditEntry({
      action: 'sign-in.completed',
      actor: null,
      subject: 'eve@x.example',
      at: '2025-02-01T08:00:00.000Z',
    }),
  ],
}));
const open = (path = ADDRESS) => renderRemote(<Audit />, { session: { roles: ['admin'] }, path });
const row = (name: RegExp) => screen.findByRole('row', { name });
const count = () => screen.getAllByRole('row').length - 1;

it('shows who did what to whom, when and from where', async () => {
  open();
  const entry = within(await row(/added a person/));
  for (const text of ['boss@x.example', 'ada@x.example', '192.0.2.7']) expect(entry.getByText(text)).toBeVisible();
  expect(await row(/gave a role/)).toHaveTextContent('An operator');
  expect(await row(/gave a role/)).toHaveTextContent('role: investor');
  expect(await row(/signed in/)).toHaveTextContent('eve@x.example');
});

it('shows the beginning of a long detail, and all of it when asked', async () => {
  const releases = 'mfe-lab: none → 1.0.0-0123456789ab; '.repeat(9);
  portal.data.audit = [
    buildAuditEntry({ action: 'lock.promoted', detail: { changes: releases, reason: 'The last word.' } }),
  ];
  const { user } = open();
  const entry = within(await row(/promoted/));
  expect(entry.queryByText(/The last word\./)).toBeNull();
  await user.click(entry.getByRole('button', { name: 'More', expanded: false }));
  expect(entry.getByText(/The last word\./)).toBeVisible();
  await user.click(entry.getByRole('button', { name: 'Less', expanded: true }));
  expect(entry.queryByText(/The last word\./)).toBeNull();
});

it('is filtered, as its address says, and exported as it is filtered', async () => {
  const { user, location } = open(`${ADDRESS}?preview=admin&action=user.added`);
  await row(/added a person/);
  expect(count()).toBe(1);
  expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    '/api/admin/audit.csv?action=user.added',
  );
  await user.selectOptions(screen.getByLabelText('Action'), 'All actions');
  await row(/signed in/);
  await user.type(screen.getByLabelText('Done by'), 'Boss@x.example');
  await waitFor(() => expect(location()).toBe(`${ADDRESS}?preview=admin&actor=Boss%40x.example`));
  await waitFor(() => expect(count()).toBe(1));
});

it('is found by how an e-mail begins, and in the other order on request', async () => {
  const { user, location } = open();
  await row(/added a person/);
  const actions = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((each) => within(each).getAllByRole('gridcell')[0]?.textContent);
  await user.click(screen.getByRole('columnheader', { name: 'When' }));
  await waitFor(() => expect(actions()).toEqual(['signed in', 'gave a role', 'added a person']));
  expect(location()).toBe(`${ADDRESS}?sort=at`);
  expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute('href', '/api/admin/audit.csv?sort=at');
  await user.type(screen.getByRole('searchbox', { name: 'About' }), 'Bo');
  await waitFor(() => expect(actions()).toEqual(['gave a role']));
  expect(screen.getByPlaceholderText('Start of e-mail or id')).toBeVisible();
});

it('takes the days that are typed, and none again when they are cleared', async () => {
  const { user, location } = open();
  await row(/signed in/);
  await typeDay(user, await screen.findByRole('group', { name: 'From day (UTC)' }), '2025-02-02');
  await waitFor(() => expect(location()).toBe(`${ADDRESS}?from=2025-02-02`));
  await waitFor(() => expect(count()).toBe(2));
  await user.keyboard('{Control>}a{/Control}{Backspace}');
  await waitFor(() => expect(location()).toBe(ADDRESS));
  await row(/signed in/);
});

it('says when there is nothing, and goes on by itself from a page that holds nothing', async () => {
  portal.server.use(
    http.get('/api/admin/audit', () => HttpResponse.json({ items: [], nextCursor: '0' }), { once: true }),
  );
  const { user } = open();
  await row(/signed in/);
  await user.type(screen.getByLabelText('About'), 'ghost@x.example');
  expect(await screen.findByText('No entries found.')).toBeVisible();
});

it('asks after five pages without an entry whether to look further, and says how far it has looked', async () => {
  const cursors: (string | null)[] = [];
  portal.server.use(
    http.get('/api/admin/audit', ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      cursors.push(cursor);
      const page = Number(cursor ?? '0');
      const lookedTo = `2024-03-0${9 - (page % 9)}T08:00:00.000Z`;
      if (page < 12) return HttpResponse.json({ items: [], nextCursor: String(page + 1), lookedTo });
      return HttpResponse.json({ items: portal.data.audit, nextCursor: null, lookedTo: null });
    }),
  );
  const { user } = open(`${ADDRESS}?subject=a`);
  const further = await screen.findByRole('button', { name: 'Look further' });
  expect(screen.getByText('Nothing found so far.')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(/^Looked through as far as .*2024.*There may be more\.$/);
  expect(cursors).toEqual([null, '1', '2', '3', '4']);
  await user.click(further);
  await waitFor(() => expect(cursors).toHaveLength(10));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Look further' })).not.toHaveAttribute('aria-busy', 'true'),
  );
  expect(cursors).toHaveLength(10);
  expect(further).toHaveFocus();
  await user.click(further);
  await row(/added a person/);
  expect(cursors).toHaveLength(13);
  expect(screen.queryByRole('button', { name: 'Look further' })).toBeNull();
});

it('that cannot be loaded says so, leaves no other entries in its place, and heals on Retry', async () => {
  const { user } = open();
  await row(/signed in/);
  portal.server.use(http.get('/api/admin/audit', () => problem('internal', 'It broke.'), { once: true }));
  await user.selectOptions(screen.getByLabelText('Action'), 'signed in');
  expect(await screen.findByText('The audit trail could not be loaded.')).toBeVisible();
  expect(screen.queryByText('boss@x.example')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await row(/signed in/);
  expect(count()).toBe(1);
});
