import {
  buildAuditEntry,
  buildDocument,
  buildMail,
  problem,
  renderRemote,
  startFakePortal,
  stopClock,
} from '@cytocomm/test-kit';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import Overview from './Overview.tsx';

stopClock(new Date('2026-11-20T12:00:00.000Z'));

const signIn = (at: string) => buildAuditEntry({ at: `${at}T08:00:00.000Z` });
const portal = startFakePortal(() => ({
  documents: [buildDocument({ size: 1_500_000 }), buildDocument({ size: 500_000 })],
  mails: [
    buildMail(),
    buildMail({ status: 'waiting' }),
    buildMail({ status: 'waiting', lastError: 'ETIMEDOUT' }),
    buildMail({ status: 'failed', lastError: '550' }),
  ],
  audit: [
    signIn('2026-11-20'),
    buildAuditEntry({
      action: 'role.enabled',
      actor: 'boss@x.example',
      subject: 'ada@x.example',
      detail: { role: 'investor' },
      at: '2026-11-20T07:00:00.000Z',
    }),
    buildAuditEntry({
      action: 'document.uploaded',
      actor: 'boss@x.example',
      subject: '6b00c05f20b96a0ab50fd2f3',
      detail: { title: 'Annual report 2026' },
      at: '2026-11-20T06:00:00.000Z',
    }),
    buildAuditEntry({
      action: 'sign-in.failed',
      actor: null,
      subject: 'mallory@x.example',
      at: '2026-11-19T07:00:00.000Z',
    }),
    signIn('2026-11-18'),
    signIn('2026-11-18'),
    signIn('2026-11-14'),
    signIn('2026-11-13'),
  ],
}));
const open = () => renderRemote(<Overview />, { session: { roles: ['admin'] } });
const figure = (label: string) => screen.getByText(label).closest('div');

it('shows in numbers how the portal is doing', async () => {
  open();
  expect(screen.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  expect(await screen.findByText('2 MB')).toBeVisible();
  expect(figure('Storage used')).toHaveTextContent('2 documents');
  expect(figure('Mail waiting')).toHaveTextContent('Mail waiting2');
  expect(figure('Mail in trouble')).toHaveTextContent('Mail in trouble2');
  const mail = '/dashboard/admin/mail';
  expect(screen.getByRole('link', { name: 'Mail waiting' })).toHaveAttribute('href', `${mail}?status=waiting`);
  expect(screen.getByRole('link', { name: 'Mail in trouble' })).toHaveAttribute('href', mail);
  expect(await screen.findByText('4')).toBeVisible();
  expect(figure('Sign-ins this week')).toHaveTextContent('Sign-ins this week4');
  expect(screen.getByRole('img', { name: 'Sat 1, Sun 0, Mon 0, Tue 0, Wed 2, Thu 0, Fri 1' })).toBeVisible();
});

it('shows the last events in words', async () => {
  open();
  const trail = within(await screen.findByRole('list', { name: 'Last audit entries' })).getAllByRole('listitem');
  expect(trail).toHaveLength(6);
  expect(trail[0]).toHaveTextContent('ada@lab.example signed in from 192.0.2.7');
  expect(trail[1]).toHaveTextContent('boss@x.example gave a role: ada@x.example, investor from');
  expect(trail[2]).toHaveTextContent('boss@x.example uploaded a document: “Annual report 2026” from');
  expect(trail[3]).toHaveTextContent('mallory@x.example tried a link or code that did not work');
});

it('names an operator for actions at the command line', async () => {
  portal.data.audit = [
    buildAuditEntry({
      action: 'user.added',
      actor: null,
      subject: 'ada@x.example',
      from: 'command line',
      detail: { roles: 'investor' },
    }),
  ];
  open();
  expect(await screen.findByText(/^An operator added a person: ada@x\.example, investor/)).toBeVisible();
});

it('says that it is reading, not that nothing is there or that something failed', async () => {
  const never = () => new Promise<never>(() => {});
  for (const path of ['/api/admin/audit', '/api/admin/mail', '/api/admin/storage']) {
    portal.server.use(http.get(path, never));
  }
  open();
  for (const label of ['Mail waiting', 'Mail in trouble', 'Storage used']) {
    expect(figure(label)).toHaveTextContent(new RegExp(`^${label}…$`));
  }
  expect(figure('Sign-ins this week')).toHaveTextContent('Sign-ins this week…');
  expect(screen.getByText('Loading the sign-ins')).toBeInTheDocument();
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.queryByText(/could not be read|No data to display/)).toBeNull();
});

it('says where the reason is when the week cannot be read', async () => {
  portal.server.use(http.get('/api/admin/audit', () => problem('internal')));
  open();
  expect(await screen.findByText('They could not be read: see the numbers above.')).toBeVisible();
  expect(screen.getByText('Some of these numbers could not be read.')).toBeVisible();
});

it('says when the audit trail cannot be read, and heals on Retry', async () => {
  portal.server.use(http.get('/api/admin/audit', () => problem('internal')));
  const { user } = open();
  expect(await screen.findByText('The audit trail could not be read.')).toBeVisible();
  portal.server.resetHandlers();
  for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await user.click(retry);
  expect(await screen.findByRole('list', { name: 'Last audit entries' })).toBeVisible();
  expect(screen.queryByText('The audit trail could not be read.')).toBeNull();
});

it('marks a week that was too long to read whole', async () => {
  portal.data.audit = Array.from({ length: 600 }, () => signIn('2026-11-20'));
  open();
  expect(await screen.findByText('500+')).toBeVisible();
});

it('shows the numbers that it has when one cannot be read, and heals on Retry', async () => {
  portal.server.use(http.get('/api/admin/storage', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByText('Some of these numbers could not be read.')).toBeVisible();
  expect(figure('Storage used')).toHaveTextContent('–');
  expect(figure('Mail waiting')).toHaveTextContent('2');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('2 MB')).toBeVisible();
});
