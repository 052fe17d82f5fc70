import { MemoryRouter } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { act, render, screen } from '@testing-library/react';
import { BackToList, useListState } from './list-state.tsx';

const fields = {
  read: (search: URLSearchParams) => ({ q: search.get('q') ?? '' }),
  write: ({ q }: { readonly q: string }) => ({ q }),
};

function List() {
  useListState(fields);
  return null;
}

const seen = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <List />
    </MemoryRouter>,
  ).unmount();

function target(): string | null {
  const { unmount } = render(
    <MemoryRouter initialEntries={['/users/new']}>
      <BackToList path="/users">All users</BackToList>
    </MemoryRouter>,
  );
  const href = screen.getByRole('link', { name: 'All users' }).getAttribute('href');
  unmount();
  return href;
}

it('leads to the list as it was last seen, which another person does not get', () => {
  expect(target()).toBe('/users');
  seen('/users?q=a+b&view=of+another+part');
  seen('/documents?q=c');
  expect(target()).toBe('/users?q=a+b');
  seen('/users');
  expect(target()).toBe('/users');
  seen('/users?q=a');
  act(() => useSession.setState({ email: 'another@cytocomm.example' }));
  expect(target()).toBe('/users');
});
