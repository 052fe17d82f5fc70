import type { PageData, PressRelease } from '@cytocomm/contract';
import { StaticRouter } from '@cytocomm/kit';
import { problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
// biome-ignore lint/style/noRestrictedImports: the test plays the server that prerenders
import { renderToString } from 'react-dom/server';
import { loadedPages } from '../news/press-releases.ts';
import News from './News.tsx';

const portal = startFakePortal();
beforeEach(() => loadedPages.clear());

function release(number: number, content = `<p>Text of release ${number}.</p>`): PressRelease {
  const id = String(number).padStart(24, '0');
  const date = `2026-01-${String(number).padStart(2, '0')}T09:00:00.000Z`;
  return { id, title: `Release ${number}`, content, date, target: ['public'] };
}

/** Serves a list in pages of ten, and each release by its id. */
function serve(releases: readonly PressRelease[]) {
  portal.server.use(
    http.get('/api/press-releases', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const start = Number(query.get('cursor') ?? 0);
      const end = start + Number(query.get('limit'));
      return HttpResponse.json({
        items: releases.slice(start, end),
        nextCursor: end < releases.length ? `${end}` : null,
      });
    }),
    http.get('/api/press-releases/:id', ({ params }) => {
      const found = releases.find(({ id }) => id === params.id);
      return found ? HttpResponse.json(found) : problem('not-found');
    }),
  );
}

const show = (path = '/news', initialData?: PageData) => renderRemote(<News initialData={initialData} />, { path });

describe('the list', () => {
  it('shows title, date, the first 100 characters and Read more', async () => {
    serve([release(2, `<p>${'abcde fghi'.repeat(10)}</p><p>and more</p>`), release(1)]);
    show();
    const [newest, older] = await screen.findAllByRole('article');
    expect(within(newest as HTMLElement).getByRole('heading', { name: 'Release 2' })).toBeVisible();
    expect(within(newest as HTMLElement).getByText('Jan 2, 2026')).toBeVisible();
    expect(newest).toHaveTextContent(`${'abcde fghi'.repeat(10)}…`);
    expect(older).toHaveTextContent('Text of release 1.');
    expect(older).not.toHaveTextContent('…');
    expect(within(older as HTMLElement).getByRole('link', { name: 'Read more: Release 1' })).toHaveTextContent(
      'Read more',
    );
    expect(screen.getByRole('link', { name: 'Atom feed' })).toHaveAttribute('href', '/api/press-releases/feed.xml');
  });

  it('loads the next page on demand, each release once', async () => {
    const releases = Array.from({ length: 12 }, (_, index) => release(12 - index));
    serve(releases);
    const { user } = show();
    expect(await screen.findAllByRole('article')).toHaveLength(10);
    // Published meanwhile: the next page starts with one that is shown already.
    serve([release(13), ...releases]);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    cleanup();
    show();
    expect(screen.getAllByRole('article')).toHaveLength(12);
    // The newest state comes, and the rest stays.
    expect(await screen.findByRole('heading', { name: 'Release 13' })).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(13);
  });

  it('says when there is nothing', async () => {
    serve([]);
    show();
    expect(await screen.findByText('No news has been published yet.')).toBeVisible();
  });

  it('says that it is loading', async () => {
    serve([]);
    show();
    const loading = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(loading).toContain('Loading company news');
    await screen.findByText('No news has been published yet.');
  });

  it('tells a failure and loads again on Retry', async () => {
    portal.server.use(http.get('/api/press-releases', () => problem('database-unavailable')));
    const { user } = show();
    expect(await screen.findByRole('alert')).toHaveTextContent('Company news could not be loaded.');
    serve([release(1)]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Release 1' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('keeps what is there when more of it fails', async () => {
    const releases = Array.from({ length: 11 }, (_, index) => release(11 - index));
    serve(releases);
    const { user } = show();
    await screen.findAllByRole('article');
    portal.server.use(http.get('/api/press-releases', () => HttpResponse.error()));
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('More news could not be loaded.');
    expect(screen.getAllByRole('article')).toHaveLength(10);
    serve(releases);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(11));
  });

  it('treats a page of something else as a failure', async () => {
    portal.server.use(
      http.get('/api/press-releases', () => new HttpResponse('<!doctype html><p>hello', { status: 200 })),
    );
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('Company news could not be loaded.');
  });
});

describe('a prerendered list', () => {
  const initialData = { list: { items: [release(1)], nextCursor: null }, stale: false };

  it('is there at once and then brought up to date', async () => {
    serve([release(2), release(1)]);
    show('/news', initialData);
    expect(screen.getByRole('heading', { name: 'Release 1' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Release 2' })).toBeVisible();
  });

  it('that was old when the page was made says so, until the newest has come', async () => {
    serve([release(2), release(1)]);
    show('/news', { ...initialData, stale: true });
    expect(screen.getByText(/the newest news could not be checked/)).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Release 2' })).toBeVisible();
    expect(screen.queryByText(/the newest news could not be checked/)).not.toBeInTheDocument();
  });

  it('that the API never gave is a failure at once, and comes when the API is back', async () => {
    serve([release(1)]);
    show('/news', { list: null, stale: true });
    expect(screen.getByRole('alert')).toHaveTextContent('Company news could not be loaded.');
    expect(await screen.findByRole('heading', { name: 'Release 1' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('stays, with a note, while the API is away', async () => {
    portal.server.use(http.get('/api/press-releases', () => HttpResponse.error()));
    show('/news', initialData);
    expect(await screen.findByText(/the newest news could not be checked/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Release 1' })).toBeVisible();
  });
});

describe('a release', () => {
  it('that came with the page is there at once, even when the API fails', async () => {
    portal.server.use(http.get('/api/press-releases', () => HttpResponse.error()));
    portal.server.use(http.get('/api/press-releases/:id', () => HttpResponse.error()));
    const { id, title } = release(1);
    show(`/news?release=${id}`, { list: { items: [], nextCursor: null }, item: release(1), stale: false });
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(await within(dialog).findByText('Text of release 1.')).toBeVisible();
    expect(document.title).toBe(`${title} · Cytocomm`);
    const described = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
    expect(JSON.parse(described)['@graph']).toEqual([expect.objectContaining({ headline: title })]);
  });

  it('can be read without scripts, its tables in boxes that scroll', () => {
    const item = release(1, '<p><b>Text</b></p><table><tbody><tr><td>1</td></tr></tbody></table><p>After</p>');
    const page = renderToString(
      <StaticRouter location={`/news?release=${item.id}`}>
        <News initialData={{ list: { items: [], nextCursor: null }, item, stale: false }} />
      </StaticRouter>,
    );
    const [, words = ''] = /<noscript>(.*?)<\/noscript>/.exec(page) ?? [];
    expect(words).toContain('Release 1');
    expect(words).toContain('<p><b>Text</b></p><div data-table-box=""><table>');
    expect(words).toContain('</table></div><p>After</p>');
  });

  it('opens over the list at its own address, with harmless HTML, and closes again', async () => {
    serve([release(1, '<h2>What</h2><p>Safe <b>text</b></p><img src=x onerror="document.title=1"><script>1</script>')]);
    const { user, location } = show();
    const readMore = await screen.findByRole('link', { name: 'Read more: Release 1' });
    expect(readMore).toHaveAttribute('href', `/news?release=${release(1).id}`);
    await user.click(readMore);
    expect(location()).toBe(`/news?release=${release(1).id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Release 1' });
    expect(await within(dialog).findByRole('heading', { name: 'What' })).toBeVisible();
    expect(dialog.querySelector('img, script')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(location()).toBe('/news');
    expect(screen.getByRole('link', { name: 'Read more: Release 1' })).toHaveFocus();
  });

  it('says that a release was changed since, and when', async () => {
    serve([{ ...release(1), updated: '2026-01-03T12:00:00.000Z' }]);
    show(`/news?release=${release(1).id}`);
    expect(await within(await screen.findByRole('dialog')).findByText(/Updated/)).toHaveTextContent(
      'Jan 1, 2026 · Updated Jan 3, 2026',
    );
  });

  it('opens from its address, even when the list does not hold it', async () => {
    serve(Array.from({ length: 11 }, (_, index) => release(11 - index)));
    show(`/news?release=${release(1).id}`);
    expect(await screen.findByText('Text of release 1.')).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Release 1');
  });

  it('says so when there is none, for any id in the address', async () => {
    serve([]);
    show('/news?release=..%2F..%2Fadmin');
    expect(await screen.findByText(/This release is not available/)).toBeVisible();
  });

  it('can be tried again when it could not be loaded', async () => {
    serve([]);
    portal.server.use(http.get('/api/press-releases/:id', () => HttpResponse.error()));
    const { user } = show(`/news?release=${release(1).id}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('This release could not be loaded.');
    serve([release(1)]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Text of release 1.')).toBeVisible();
  });
});
