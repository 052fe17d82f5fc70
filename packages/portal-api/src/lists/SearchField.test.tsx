import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { SearchField } from './SearchField.tsx';

let goTo: (text: string) => void;
const searches: string[] = [];

function List() {
  const [search, setSearch] = useState('ada');
  goTo = setSearch;
  return (
    <SearchField
      label="Search"
      value={search}
      onSearch={(text) => {
        searches.push(text);
        setSearch(text.toLowerCase());
      }}
    />
  );
}

beforeEach(() => searches.splice(0));

it('searches once for what was typed, without the spaces around it, and leaves what was typed', async () => {
  const user = userEvent.setup();
  render(<List />);
  const field = screen.getByRole('searchbox', { name: 'Search' });
  expect(field).toHaveValue('ada');
  await user.clear(field);
  await user.type(field, ' Grace ');
  await waitFor(() => expect(searches).toEqual(['Grace']));
  expect(field).toHaveValue(' Grace ');
});

it('shows what an address that is opened meanwhile searches for', () => {
  render(<List />);
  act(() => goTo('grace'));
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('grace');
  expect(searches).toEqual([]);
});
