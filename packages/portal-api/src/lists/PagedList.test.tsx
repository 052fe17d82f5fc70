import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PagedList, type PagedQuery } from './PagedList.tsx';

const query: PagedQuery<string> = {
  isFetching: false,
  isFetchingNextPage: false,
  hasNextPage: false,
  fetchNextPage: jest.fn(),
  refetch: jest.fn(),
};
const twoPages = { pages: [{ items: ['one', 'two'] }, { items: ['three'] }] };
const failure = new Error('away');

function show(change: Partial<PagedQuery<string>>) {
  const pagedQuery = { ...query, fetchNextPage: jest.fn(), refetch: jest.fn(), ...change };
  render(
    <PagedList query={pagedQuery} pending={<p>Loading words</p>} failed="The words could not be loaded.">
      {(words) => <p>{words.join(', ')}</p>}
    </PagedList>,
  );
  return { pagedQuery, user: userEvent.setup() };
}

test('what stands for the list stands until the first page is there', () => {
  show({ isFetching: true });
  expect(screen.getByText('Loading words')).toBeInTheDocument();
});

test('a first page that fails is told, and Retry asks again', async () => {
  const { pagedQuery, user } = show({ error: failure });
  expect(screen.getByText('The words could not be loaded.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(pagedQuery.refetch).toHaveBeenCalledTimes(1);
});

test('all pages are one list, and more can be asked for as long as there is more', async () => {
  const { pagedQuery, user } = show({ data: twoPages, hasNextPage: true });
  expect(screen.getByText('one, two, three')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(pagedQuery.fetchNextPage).toHaveBeenCalledTimes(1);
});

test('a whole list has no button for more', () => {
  show({ data: twoPages });
  expect(screen.queryByRole('button')).toBeNull();
});

test('a next page that fails is told below what is there, and Retry asks for that page', async () => {
  const { pagedQuery, user } = show({ data: twoPages, hasNextPage: true, error: failure });
  expect(screen.getByText('one, two, three')).toBeInTheDocument();
  expect(screen.getByText('The list could not be read again.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(pagedQuery.fetchNextPage).toHaveBeenCalledTimes(1);
  expect(pagedQuery.refetch).not.toHaveBeenCalled();
});
