import { MemoryRouter } from '@cytocomm/kit';
import { render, screen, within } from '@testing-library/react';
import { Opening, type OpeningProps } from './Opening.tsx';

const renderOpening = (props: OpeningProps) =>
  render(
    <MemoryRouter>
      <Opening {...props} />
    </MemoryRouter>,
  );

test.each([
  ['Ada', 'Welcome, Ada'],
  ['  ', 'Welcome, User'],
  [null, 'Welcome, User'],
  [undefined, /^Welcome$/],
  ['<b>Ada</b>', 'Welcome, <b>Ada</b>'],
])('greets %p with %p', (name, heading) => {
  renderOpening({ name });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
});

const news = { role: 'Investor', overview: '/dashboard/investor', title: 'News', to: undefined };

test('of a tool it is the way there: the role leads to its overview, the tool is the heading', () => {
  renderOpening({ name: 'Ada', tool: news });
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(crumbs.getByRole('link', { name: 'Investor' })).toHaveAttribute('href', '/dashboard/investor');
  expect(crumbs.getByRole('heading', { level: 2, name: 'News' })).toHaveAttribute('aria-current', 'page');
  expect(crumbs.queryByRole('link', { name: 'News' })).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeInTheDocument();
});

test('below a tool its heading leads back to it', () => {
  renderOpening({ tool: { ...news, to: '/dashboard/investor/news' } });
  const heading = within(screen.getByRole('heading', { level: 2, name: 'News' }));
  expect(heading.getByRole('link', { name: 'News' })).toHaveAttribute('href', '/dashboard/investor/news');
  expect(screen.getByRole('heading', { level: 2 })).not.toHaveAttribute('aria-current');
});

test('what is open below a tool is the end of the way', () => {
  renderOpening({ tool: { ...news, to: '/dashboard/investor/news', part: 'New article' } });
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem');
  expect(crumbs.map(({ textContent }) => textContent)).toEqual(['Investor', 'News', 'New article']);
  expect(crumbs.at(-1)).toHaveAttribute('aria-current', 'page');
});
