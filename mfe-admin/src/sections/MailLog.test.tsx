import { buildMail, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import MailLog from './MailLog.tsx';

const portal = startFakePortal(() => ({
  mails: [
    buildMail({ to: 'sent@x.example' }),
    buildMail({ to: 'gone@x.example', status: 'failed', attempts: 6, lastError: '550 No such mailbox' }),
    buildMail({
      to: 'slow@x.example',
      status: 'waiting',
      attempts: 2,
      nextAttemptAt: '2025-02-01T09:00:00.000Z',
      lastError: 'ETIMEDOUT',
    }),
  ],
}));
const open = (path = '/') => renderRemote(<MailLog />, { session: { roles: ['admin'] }, path });
const row = (to: string) => screen.findByRole('row', { name: new RegExp(to) });

it('shows the mails in trouble with the reason, and sends a failed one again', async () => {
  const { user } = open();
  expect(await row('gone@x.example')).toHaveTextContent('550 No such mailbox');
  expect(await row('gone@x.example')).toHaveTextContent('Sign-in link');
  expect(within(await row('slow@x.example')).queryByRole('button')).toBeNull();
  expect(screen.queryByText('sent@x.example')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Send again to gone@x\.example, ./ }));
  expect(await screen.findByText('The mail is on its way again')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('gone@x.example')).toBeNull());
});

it('shows all mails when asked, and its address says so', async () => {
  const { user, location } = open();
  await user.selectOptions(await screen.findByLabelText('Which mails'), 'All mails');
  expect(await row('sent@x.example')).toBeVisible();
  expect(location()).toBe('/?status=all');
  await user.selectOptions(screen.getByLabelText('Which mails'), 'In trouble');
  await waitFor(() => expect(screen.queryByText('sent@x.example')).toBeNull());
  expect(location()).toBe('/');
});

it('shows what its address chooses, and mails in trouble for what is no choice', async () => {
  const { unmount } = open('/?status=failed');
  expect(await row('gone@x.example')).toBeVisible();
  expect(screen.queryByText('slow@x.example')).toBeNull();
  unmount();
  open('/?status=%3Cb%3E');
  expect(await row('slow@x.example')).toBeVisible();
  expect(screen.queryByText('sent@x.example')).toBeNull();
});

it('is searched, filtered and ordered by the server; its address and its file say how', async () => {
  portal.data.mails.push(buildMail({ to: 'ada@lab.example', kind: 'invitation' }));
  const { user, location } = open('/?status=all');
  await row('sent@x.example');
  await user.click(screen.getByRole('columnheader', { name: 'To' }));
  const recipients = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((each) => within(each).getAllByRole('gridcell')[1]?.textContent);
  await waitFor(() =>
    expect(recipients()).toEqual(['ada@lab.example', 'gone@x.example', 'sent@x.example', 'slow@x.example']),
  );
  await user.type(screen.getByRole('searchbox', { name: 'Search mails' }), 'x.exam');
  await waitFor(() => expect(recipients()).toHaveLength(3));
  await user.selectOptions(screen.getByLabelText('What mails are about'), 'Invitation');
  expect(await screen.findByText('There is no such mail.')).toBeVisible();
  expect(location()).toBe('/?status=all&sort=to&q=x.exam&about=invitation');
  expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    '/api/admin/mail.csv?search=x.exam&kind=invitation&sort=to',
  );
});

it('says when nothing is in trouble, what failed to load, and what failed to be sent', async () => {
  portal.server.use(http.get('/api/admin/mail', () => problem('internal'), { once: true }));
  portal.server.use(http.post('/api/admin/mail/:id/retry', () => problem('conflict', 'This mail has not failed.')));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The mails could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(await screen.findByRole('button', { name: /Send again/ }));
  expect(await screen.findByText(/was not sent again\. This mail has not failed\./)).toBeVisible();
});

it('sends all that are chosen and failed again; what fails stays chosen, with its reason', async () => {
  const lost = buildMail({ to: 'lost@x.example', status: 'failed', attempts: 6, lastError: '550 No such mailbox' });
  portal.data.mails.push(lost);
  portal.server.use(http.post(`/api/admin/mail/${lost.id}/retry`, () => problem('internal', 'It broke.')));
  const { user } = open();
  await user.click(within(await row('slow@x.example')).getByRole('checkbox', { name: /^Select the mail to slow@/ }));
  const bulk = within(screen.getByRole('region', { name: 'Selected mails' }));
  expect(bulk.getByRole('button', { name: 'Send again' })).toBeDisabled();
  expect(bulk.getByText('None of them failed: only what failed is sent again.')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  expect(bulk.getByText('2 of them failed: only what failed is sent again.')).toBeVisible();
  await user.click(bulk.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('1 mail on the way again')).toBeVisible();
  expect(screen.getByText(/^lost@x\.example: It broke\./)).toBeVisible();
  expect(bulk.getByText('1 selected')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('gone@x.example')).toBeNull());
});

it('two mails to one person are told apart by what they are about and when', async () => {
  const again = { to: 'gone@x.example', status: 'failed' } as const;
  portal.data.mails.push(
    buildMail({ ...again, kind: 'invitation', createdAt: '2025-02-01T09:00:00.000Z' }),
    buildMail({ ...again, kind: 'invitation', createdAt: '2025-02-02T09:00:00.000Z' }),
  );
  open();
  const boxes = await screen.findAllByRole('checkbox', { name: /^Select the mail to gone@x\.example, / });
  const names = boxes.map((box) => box.getAttribute('aria-label') ?? '');
  expect(names.filter((name) => name.includes(', Invitation, '))).toHaveLength(2);
  expect(new Set(names).size).toBe(3);
});
