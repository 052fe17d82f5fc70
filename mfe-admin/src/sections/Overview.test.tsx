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
import { tools } from '../tools/tools.ts';
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

it('tells in numbers how the portal is doing', async () => {
  open();
  expect(screen.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  expect(await screen.findByText('2 MB')).toBeVisible();
  expect(figure('Storage used')).toHaveTextContent('2 documents');
  expect(figure('Mail waiting')).toHaveTextContent('Mail waiting2');
  expect(figure('Mail in trouble')).toHaveTextContent('Mail in trouble2');
  expect(await screen.findByText('4')).toBeVisible();
  expect(figure('Sign-ins this week')).toHaveTextContent('Sign-ins this week4');
  expect(screen.getByRole('img', { name: 'Sat 1, Sun 0, Mon 0, Tue 0, Wed 2, Thu 0, Fri 1' })).toBeVisible();
});

it('leads to every tool', () => {
  open();
  const links = within(screen.getByRole('navigation', { name: 'Admin tools' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Object.values(tools).map(({ id }) => `#${id}`));
});

it('tells what happened last, in words', async () => {
  open();
  const trail = within(await screen.findByRole('list', { name: 'Last audit entries' })).getAllByRole('listitem');
  expect(trail).toHaveLength(6);
  expect(trail[0]).toHaveTextContent('ada@lab.example signed in from 192.0.2.7');
  expect(trail[1]).toHaveTextContent('boss@x.example gave a role: ada@x.example');
  expect(trail[2]).toHaveTextContent('boss@x.example uploaded a document: “Annual report 2026” from');
  expect(trail[3]).toHaveTextContent('mallory@x.example tried a link or code that did not work');
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
