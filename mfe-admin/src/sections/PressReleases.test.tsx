import { useLocation } from '@cytocomm/kit';
import { buildPressRelease, problem, renderRemote, startFakePortal, stopClock } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import PressReleases from './PressReleases.tsx';

stopClock(new Date('2026-11-20T12:00:00.000Z'));

// Nothing is laid out here; the editor asks where its text stands.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

const published = buildPressRelease({
  title: 'Pilot study begins',
  sendEmail: true,
  mailing: 'queued',
  recipients: 12,
  sentToEmail: true,
  emailSentDate: '2026-11-19T12:00:00.000Z',
  mails: { recipients: 12, sent: 9, waiting: 2, failed: 1 },
});
const scheduled = buildPressRelease({
  title: 'Figures',
  status: 'scheduled',
  date: '2026-11-25T08:00:00.000Z',
  publishAt: '2026-11-25T08:00:00.000Z',
  target: ['investors'],
  author: 'bob@x.example',
});
const draft = buildPressRelease({ title: 'Unfinished', status: 'draft' });
const portal = startFakePortal(() => ({ pressReleases: [published, scheduled, draft].map((each) => ({ ...each })) }));

const PATH = '/dashboard/admin/releases';

/** The tool as the shell shows it: below its address. */
function Tool() {
  const { pathname } = useLocation();
  return <PressReleases place={{ path: PATH, rest: pathname.slice(PATH.length + 1) }} />;
}

const open = (rest = '') => renderRemote(<Tool />, { session: { roles: ['admin'] }, path: PATH + rest });
const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });
const titles = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('link', { name: /^(?!Edit)/ })
    .map((link) => link.textContent);

it('has drafts and scheduled ones too, and how the mails are doing', async () => {
  const { user } = open();
  expect(await row('Figures')).toHaveTextContent(/scheduledNov 25, 2026, \d+:00 [AP]M \S+/);
  expect(await row('Unfinished')).toHaveTextContent(/draftnot planned/);
  expect(within(await row('Unfinished')).getByText('no')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /^Mails of Pilot study begins/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('12')).toBeVisible();
  expect(dialog.getByText('Failed').closest('div')).toHaveTextContent('Failed1');
});

it('marks what is written and not published, by the title it will have', async () => {
  const pending = { title: 'New figures', content: '<p>x</p>', target: ['public' as const], sendEmail: false };
  portal.data.pressReleases = [
    buildPressRelease({
      title: 'Old figures',
      pending: { ...pending, publishAt: null, savedAt: '2026-11-20T10:00:00.000Z', savedBy: 'bob@x.example' },
    }),
  ];
  open();
  expect(await row('New figures')).toHaveTextContent('publishedchanges');
});

it('is searched, filtered and sorted by the server, as its address says', async () => {
  const { user, location } = open();
  await row('Figures');
  await user.type(screen.getByRole('searchbox', { name: 'Search press releases' }), 'BOB');
  await waitFor(() => expect(titles()).toEqual(['Figures']));
  expect(location()).toBe(`${PATH}?q=BOB`);
  await user.clear(screen.getByRole('searchbox', { name: 'Search press releases' }));
  await waitFor(() => expect(location()).toBe(PATH));
  await user.selectOptions(screen.getByLabelText('Status of press releases'), 'Published');
  await waitFor(() => expect(titles()).toEqual(['Pilot study begins']));
  await waitFor(() => expect(location()).toBe(`${PATH}?status=published`));
  await user.selectOptions(screen.getByLabelText('Status of press releases'), 'All states');
  await user.click(await screen.findByRole('columnheader', { name: 'Title' }));
  await waitFor(() => expect(titles()).toEqual(['Figures', 'Pilot study begins', 'Unfinished']));
  expect(location()).toBe(`${PATH}?sort=title`);
});

it('leads to the form of a new one and of each', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'New release' })).toHaveAttribute('href', `${PATH}/new`);
  expect(await screen.findByRole('link', { name: 'Edit Figures' })).toHaveAttribute(
    'href',
    `${PATH}/${scheduled.id}/edit`,
  );
});

it('deletes after asking, and tells when that fails', async () => {
  portal.server.use(
    http.delete('/api/admin/press-releases/:id', () => problem('precondition-failed', 'Too late.'), { once: true }),
  );
  const { user } = open();
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete Unfinished' }));
    await user.click(await screen.findByRole('button', { name: 'Delete press release' }));
  };
  await remove();
  expect(await screen.findByText(/“Unfinished” was not deleted\. Too late\./)).toBeVisible();
  await remove();
  expect(await screen.findByText('Press release deleted')).toBeVisible();
  expect(portal.data.pressReleases).toHaveLength(2);
});

it('says when there is none, and what failed', async () => {
  portal.data.pressReleases = [];
  portal.server.use(http.get('/api/admin/press-releases', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The press releases could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No press releases yet.')).toBeVisible();
});

it('that had no recipients says so', async () => {
  portal.data.pressReleases = [
    buildPressRelease({ title: 'Quiet', sendEmail: true, mailing: 'queued', recipients: 0 }),
  ];
  open();
  expect(await screen.findByRole('button', { name: /^Mails of Quiet/ })).toHaveTextContent('no recipients');
});

it.each(['/ffffffffffffffffffffffff/edit', '/new/edit'])(
  'there is no release at an address that was none: %s',
  async (rest) => {
    open(rest);
    expect(await screen.findByText('There is no such press release.')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'All releases' })[0]).toHaveAttribute('href', PATH);
  },
);

it('deletes all that are chosen after asking; one that was changed since it was seen stays chosen, with its reason', async () => {
  const { user } = open();
  await user.click(within(await row('Unfinished')).getByRole('checkbox'));
  await user.click(within(await row('Figures')).getByRole('checkbox'));
  portal.server.use(
    http.delete(`/api/admin/press-releases/${scheduled.id}`, () => problem('precondition-failed', 'It was changed.')),
  );
  await user.click(screen.getByRole('button', { name: 'Delete selected' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 press releases?' }));
  await user.click(dialog.getByRole('button', { name: 'Delete press releases' }));
  expect(await screen.findByText('1 press release deleted. The bin keeps them for 30 days.')).toBeVisible();
  expect(screen.getByText(/^Figures: It was changed\./)).toBeVisible();
  expect(screen.getByText('1 selected')).toBeVisible();
  await waitFor(() => expect(titles()).not.toContain('Unfinished'));
  expect(portal.data.pressReleases.map(({ title }) => title)).toEqual(['Pilot study begins', 'Figures']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 press release taken back.')).toBeVisible();
  await waitFor(() => expect(titles()).toContain('Unfinished'));
});
