import { Link, useLocation } from '@cytocomm/kit';
import { buildPressRelease, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import type { ReactNode } from 'react';
import CompanyNews from './CompanyNews.tsx';
import InvestorNews from './InvestorNews.tsx';

const long = 'x'.repeat(120);
const outlook = buildPressRelease({
  title: 'Outlook',
  target: ['investors'],
  date: '2025-03-02T08:00:00.000Z',
  updated: '2025-03-04T08:00:00.000Z',
  content: `<h2>Next</h2><p>${long} <a href="/platform">platform</a><img src=x onerror="alert(1)"></p>`,
});
const round = buildPressRelease({ title: 'Financing round', target: ['investors'], date: '2025-01-02T08:00:00.000Z' });
const draft = buildPressRelease({ title: 'Not yet', target: ['investors', 'public'], status: 'draft' });
const open = [1, 2, 3, 4, 5].map((day) =>
  buildPressRelease({ title: `Public ${day}`, date: `2025-02-0${day}T08:00:00.000Z` }),
);
const portal = startFakePortal(() => ({ pressReleases: [round, outlook, draft, ...open] }));

const PATH = '/dashboard/investor/news';
const show = (ui: ReactNode, path = PATH) => renderRemote(ui, { session: { roles: ['investor'] }, path });

const nameOpened = jest.fn();

/** The tool as the shell gives it what follows its address. */
function InvestorNewsTool() {
  const { pathname } = useLocation();
  return <InvestorNews place={{ path: PATH, rest: pathname.slice(PATH.length + 1), nameOpened }} />;
}

const titles = () => screen.getAllByRole('listitem').map((line) => within(line).getByRole('heading').textContent);

describe('investor news', () => {
  it('lists what is written for investors, newest first, with the first 100 characters', async () => {
    show(<InvestorNews />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading investor news');
    await screen.findByRole('list', { name: 'Investor news' });
    expect(titles()).toEqual(['Outlook', 'Financing round']);
    expect(screen.getByText(`Next ${'x'.repeat(95)}…`)).toBeVisible();
  });

  it('leads to an address of its own for each, where the article stands, harmless, and back to its line', async () => {
    const { user, location } = show(<InvestorNewsTool />);
    const [readMore] = await screen.findAllByRole('link', { name: 'Read more' });
    if (!readMore) throw new Error('no link');
    expect(readMore).toHaveAccessibleDescription('Outlook');
    await user.click(readMore);
    expect(location()).toBe(`/dashboard/investor/news/${outlook.id}`);

    const article = await screen.findByRole('article', { name: 'Outlook' });
    expect(article).toHaveFocus();
    expect(within(article).getByText(/Updated/)).toHaveTextContent('Mar 2, 2025 · Updated Mar 4, 2025');
    expect(nameOpened).toHaveBeenLastCalledWith('Outlook');
    expect(screen.queryByRole('list', { name: 'Investor news' })).toBeNull();
    expect(within(article).getByRole('link', { name: 'platform' })).toHaveAttribute('href', '/platform');
    expect(article.querySelector('img')).toBeNull();

    await user.click(within(article).getByRole('button', { name: 'Close' }));
    expect(location()).toBe('/dashboard/investor/news');
    expect(screen.queryByRole('article')).toBeNull();
    expect(nameOpened).toHaveBeenLastCalledWith(null);
    expect((await screen.findAllByRole('link', { name: 'Read more' }))[0]).toHaveFocus();
  });

  it('opens at the address of an article, and closes on Escape', async () => {
    const { user, location } = show(<InvestorNewsTool />, `/dashboard/investor/news/${round.id}`);
    expect(await screen.findByRole('article', { name: 'Financing round' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(location()).toBe('/dashboard/investor/news');
    expect((await screen.findAllByRole('link', { name: 'Read more' }))[1]).toHaveFocus();
  });

  it.each([
    ['an investor', ['investor'], draft.id],
    ['an admin, who is given drafts elsewhere', ['admin'], draft.id],
    ['an id that none has', ['investor'], 'f'.repeat(24)],
  ] as const)('shows no draft and nothing unknown to %s', async (_, roles, id) => {
    renderRemote(<InvestorNewsTool />, { session: { roles: [...roles] }, path: `/dashboard/investor/news/${id}` });
    expect(await screen.findByText('This article does not exist.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All investor news' })).toHaveAttribute('href', '/dashboard/investor/news');
  });

  it('says when an article could not be loaded, and heals on Retry', async () => {
    portal.server.use(http.get('/api/press-releases/:id', () => problem('internal'), { once: true }));
    const { user } = show(<InvestorNewsTool />, `/dashboard/investor/news/${outlook.id}`);
    expect(await screen.findByText('The article could not be loaded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('article', { name: 'Outlook' })).toBeVisible();
  });

  it('shows nothing of the last article at the address of another, nor after a failure there', async () => {
    const answer = Promise.withResolvers<void>();
    portal.server.use(
      http.get(`/api/press-releases/${round.id}`, async () => {
        await answer.promise;
        return problem('internal');
      }),
    );
    const { user } = show(
      <>
        <Link to={`${PATH}/${round.id}`}>The other</Link>
        <InvestorNewsTool />
      </>,
      `${PATH}/${outlook.id}`,
    );
    expect(await screen.findByRole('article', { name: 'Outlook' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'The other' }));
    expect(screen.getByRole('status')).toHaveTextContent('Loading the article');
    expect(screen.queryByRole('article')).toBeNull();
    answer.resolve();
    expect(await screen.findByText('The article could not be loaded.')).toBeVisible();
    expect(screen.queryByRole('article')).toBeNull();
  });

  it.each([
    ['an article', `/api/press-releases/${outlook.id}`, `${PATH}/${outlook.id}`, 'article'],
    ['the list after Close', '/api/press-releases', PATH, 'list'],
  ] as const)('%s that comes late leaves the focus where the person has moved it', async (_, path, to, role) => {
    const release = Promise.withResolvers<void>();
    portal.server.use(
      http.get(path, async () => {
        await release.promise;
        return undefined;
      }),
    );
    const start = role === 'list' ? `${PATH}/${outlook.id}` : PATH;
    const { user, location } = show(
      <>
        <Link to={to}>Go</Link>
        <input aria-label="A field" />
        <InvestorNewsTool />
      </>,
      start,
    );
    if (role === 'list') await screen.findByRole('article');
    await user.click(screen.getByRole('link', { name: 'Go' }));
    expect(location()).toBe(to);
    await user.click(screen.getByRole('textbox', { name: 'A field' }));
    release.resolve();
    expect(await screen.findByRole(role)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'A field' })).toHaveFocus();
  });

  it('goes on page by page', async () => {
    portal.data.pressReleases = Array.from({ length: 13 }, (_, number) =>
      buildPressRelease({ title: `News ${number}`, target: ['investors'] }),
    );
    const { user } = show(<InvestorNews />);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(titles()).toHaveLength(13));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('says when there is none, and what failed', async () => {
    portal.data.pressReleases = [];
    portal.server.use(http.get('/api/press-releases', () => problem('internal'), { once: true }));
    const { user } = show(<InvestorNews />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Investor news could not be loaded.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No investor news yet.')).toBeVisible();
  });
});

describe('company news', () => {
  it('shows the newest four public releases and leads to all', async () => {
    show(<CompanyNews />);
    await screen.findByRole('list', { name: 'Company news' });
    expect(titles()).toEqual(['Public 5', 'Public 4', 'Public 3', 'Public 2']);
    expect(screen.getByRole('link', { name: 'View All →' })).toHaveAttribute('href', '/news');
  });

  it('opens one article at a time in a panel, and closes on Escape', async () => {
    const { user } = show(<CompanyNews />);
    const buttons = await screen.findAllByRole('button', { name: 'Read more' });
    for (const button of buttons.slice(0, 2)) await user.click(button);
    expect(screen.getByRole('article', { name: 'Public 4' })).toHaveFocus();
    expect(screen.queryByRole('article', { name: 'Public 5' })).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('article')).toBeNull();
    expect(buttons[1]).toHaveFocus();
  });

  it('says when there is none, and what failed', async () => {
    portal.data.pressReleases = [];
    portal.server.use(http.get('/api/press-releases', () => problem('internal'), { once: true }));
    const { user } = show(<CompanyNews />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Company news could not be loaded.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No company news yet.')).toBeVisible();
  });
});
