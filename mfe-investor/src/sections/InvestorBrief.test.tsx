import {
  BAD_ANSWERS,
  buildDocument,
  buildEvent,
  buildPressRelease,
  problem,
  renderRemote,
  startFakePortal,
  stopClock,
} from '@cytocomm/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import remote from '../../remote.config.ts';
import InvestorBrief from './InvestorBrief.tsx';

stopClock(new Date('2026-11-20T09:25:00.000Z'));

const portal = startFakePortal(() => ({
  documents: [buildDocument({ title: 'Annual report 2025', uploadedAt: '2026-11-17T09:00:00.000Z' })],
  pressReleases: [buildPressRelease({ title: 'Outlook', target: ['investors'], date: '2026-11-20T07:00:00.000Z' })],
  events: [
    buildEvent({ title: 'Far away', date: '2027-05-01T00:00:00.000Z' }),
    buildEvent({ title: 'Past', date: '2026-11-19T00:00:00.000Z' }),
    buildEvent({ title: 'Today', date: '2026-11-20T00:00:00.000Z' }),
  ],
}));
const open = (preview = false) =>
  renderRemote(<InvestorBrief activeRole="investor" preview={preview} />, { session: { roles: ['investor'] } });
const tile = async (label: string) => (await screen.findByText(label)).closest('div');

it('says what is newest and what comes next', async () => {
  open();
  expect(await screen.findByText('Annual report 2025')).toBeVisible();
  expect(await tile('Newest report')).toHaveTextContent('Newest report3 days agoAnnual report 2025');
  expect(await screen.findByText('Outlook')).toBeVisible();
  expect(await tile('Newest investor news')).toHaveTextContent('Newest investor news2 hours agoOutlook');
  expect(await screen.findByText('Today')).toBeVisible();
  expect(await tile('Next date')).toHaveTextContent('Next dateNov 20, 2026Today');
  expect(screen.getByRole('link', { name: 'Ask investor relations' })).toHaveAttribute('href', '/contact');
});

it('asks for few dates, from the beginning of the hour', async () => {
  const queries: string[] = [];
  portal.server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/api/events') queries.push(search);
  });
  open();
  expect(await screen.findByText('Today')).toBeVisible();
  portal.server.events.removeAllListeners();
  expect(queries).toEqual(['?from=2026-11-20T09%3A00%3A00.000Z&limit=20']);
});

it('leads to the piece of news and to the event, and leaves out one that is over', async () => {
  const meeting = buildEvent({ title: 'Late call', date: '2026-11-20T21:30:00.000Z' });
  const over = buildEvent({ title: 'Over', date: '2026-11-20T08:00:00.000Z', end: '2026-11-20T08:30:00.000Z' });
  portal.data.events = [over, meeting];
  open();
  expect(await screen.findByText('Late call')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Next date' })).toHaveAttribute(
    'href',
    `/dashboard/investor/calendar/${meeting.id}`,
  );
  const [news] = portal.data.pressReleases;
  expect(screen.getByRole('link', { name: 'Newest investor news' })).toHaveAttribute(
    'href',
    `/dashboard/investor/news/${news?.id}`,
  );
});

const lasting = (title: string) =>
  buildEvent({ title, date: '2026-11-16T00:00:00.000Z', end: '2026-11-27T00:00:00.000Z' });

it.each([
  [
    'tomorrow before what began days ago',
    [lasting('Fair'), buildEvent({ title: 'Visit', date: '2026-11-21T00:00:00.000Z' })],
    'Nov 21, 2026Visit',
  ],
  ['what began days ago when nothing else comes', [lasting('Fair')], 'Nov 16, 2026Fair'],
] as const)('names %s', async (_, events, shown) => {
  portal.data.events = [...events];
  open();
  expect(await screen.findByText(/^(Visit|Fair)$/)).toBeVisible();
  expect(await tile('Next date')).toHaveTextContent(`Next date${shown}`);
});

describe('behind twenty that are over since the hour began', () => {
  const over = () => buildEvent({ date: '2026-11-20T09:05:00.000Z', end: '2026-11-20T09:20:00.000Z', allDay: false });
  const visit = buildEvent({ title: 'Visit', date: '2026-11-21T00:00:00.000Z' });
  const twenty = () => Array.from({ length: 20 }, over);

  const isMore = ({ url }: Request) => new URL(url).searchParams.get('limit') !== '20';

  it('the next date is found', async () => {
    portal.data.events = [...twenty(), visit];
    open();
    expect(await screen.findByText('Visit')).toBeVisible();
    expect(await tile('Next date')).toHaveTextContent('Next dateNov 21, 2026Visit');
  });

  it('there may be none', async () => {
    portal.data.events = twenty();
    open();
    expect(await screen.findByText('None set')).toBeVisible();
  });

  it('what is under way is named when they could not be read on', async () => {
    portal.data.events = [...twenty(), lasting('Fair'), visit];
    portal.server.use(
      http.get('/api/events', ({ request }) => (isMore(request) ? problem('internal', 'It broke.') : undefined)),
    );
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Some of this could not be loaded.It broke.');
    expect(await tile('Next date')).toHaveTextContent('Next dateNov 16, 2026Fair');
  });

  it('there is none known when they could not be read on, and Retry reads them', async () => {
    portal.data.events = [...twenty(), visit];
    portal.server.use(
      http.get('/api/events', ({ request }) => (isMore(request) ? problem('internal', 'It broke.') : undefined)),
    );
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Some of this could not be loaded.It broke.');
    expect(await tile('Next date')).toHaveTextContent('Next date–');
    portal.server.resetHandlers();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Visit')).toBeVisible();
  });
});

it('says what there is not', async () => {
  portal.reset({});
  open();
  expect(await screen.findAllByText('None yet')).toHaveLength(2);
  expect(await screen.findByText('None set')).toBeVisible();
});

it.each([
  ['/api/reports', 'Newest report', 'Annual report 2025'],
  ['/api/press-releases', 'Newest investor news', 'Outlook'],
  ['/api/events', 'Next date', 'Today'],
])('says that %s could not be loaded, shows the rest, and heals on Retry', async (path, label, words) => {
  portal.server.use(http.get(path, () => problem('internal', 'It broke.'), { once: true }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Some of this could not be loaded.It broke.');
  expect(await tile(label)).toHaveTextContent(`${label}–`);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  for (const shown of ['Annual report 2025', 'Outlook', 'Today']) expect(screen.getByText(shown)).toBeVisible();
});

it('takes the choice of mails', async () => {
  const { user } = open();
  const reports = await screen.findByRole('checkbox', { name: 'A new report' });
  expect(reports).not.toBeChecked();
  await user.click(reports);
  expect(await screen.findByText('E-mail alerts changed')).toBeVisible();
  expect(portal.data.alerts).toEqual({ newReport: true, investorNews: false });
});

it('takes a choice back that was not kept, and tells it', async () => {
  portal.server.use(http.put('/api/alerts/preferences', () => problem('internal', 'It broke.')));
  const { user } = open();
  const news = await screen.findByRole('checkbox', { name: 'News for investors' });
  await user.click(news);
  expect(await screen.findByText(/Your choice was not kept\. It broke\./)).toBeVisible();
  await waitFor(() => expect(news).not.toBeChecked());
});

it('says when the choice cannot be read, and heals on Retry', async () => {
  portal.server.use(http.get('/api/alerts/preferences', () => problem('internal'), { once: true }));
  const { user } = open();
  expect(await screen.findByText('Your e-mail alerts could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('checkbox', { name: 'A new report' })).toBeVisible();
});

it('offers no choice to an admin who only looks', async () => {
  open(true);
  expect(await screen.findByText('Outlook')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('is the investors’ own: no other role is given it', () => {
  const { sections } = remote.contributions;
  expect(sections.filter((section) => !('alsoFor' in section)).map(({ component }) => component)).toEqual([
    'InvestorBrief',
  ]);
});

it.each(BAD_ANSWERS)('takes %s for no answer to a choice', async (_, respond, told) => {
  portal.server.use(http.put('/api/alerts/preferences', respond));
  const { user } = open();
  const reports = await screen.findByRole('checkbox', { name: 'A new report' });
  await user.click(reports);
  expect(await screen.findByText(told)).toBeVisible();
  expect(screen.queryByText('E-mail alerts changed')).toBeNull();
  await waitFor(() => expect(reports).not.toBeChecked());
});
