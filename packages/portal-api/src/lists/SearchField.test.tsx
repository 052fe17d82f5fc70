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
      byWords
      label="Search"
      value={search}
      onSearch={(text) => {
        searches.push(text);
        setSearch(text.toLowerCase());
      }}
    />
  );
}

// A field searches when its text has rested: the clock must not run between two keys.
beforeEach(() => {
  jest.useFakeTimers();
  searches.splice(0);
});
afterEach(() => jest.useRealTimers());

it('searches once for what was typed, without the spaces around it, and leaves what was typed', async () => {
  const user = userEvent.setup({ delay: null });
  render(<List />);
  const field = screen.getByRole('searchbox', { name: 'Search' });
  expect(field).toHaveValue('ada');
  await user.clear(field);
  await user.type(field, ' Grace ');
  await waitFor(() => expect(searches).toEqual(['Grace']));
  expect(field).toHaveValue(' Grace ');
});

it('says how many words are looked for, where there are more', async () => {
  const user = userEvent.setup({ delay: null });
  render(<List />);
  const field = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(field, ' b c d e f g h');
  expect(field).not.toHaveAccessibleDescription();
  await user.type(field, ' i');
  expect(field).toHaveAccessibleDescription('The first 8 words are looked for.');
});

it('shows what an address that is opened meanwhile searches for', () => {
  render(<List />);
  act(() => goTo('grace'));
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('grace');
  expect(searches).toEqual([]);
});

it('shows each address that is opened, also the one before with what was typed', async () => {
  const user = userEvent.setup({ delay: null });
  render(<List />);
  const field = screen.getByRole('searchbox', { name: 'Search' });
  await user.clear(field);
  await user.type(field, 'Grace');
  await waitFor(() => expect(searches).toEqual(['Grace']));
  act(() => goTo('bob'));
  expect(field).toHaveValue('bob');
  act(() => goTo('grace'));
  expect(field).toHaveValue('grace');
  expect(searches).toEqual(['Grace']);
});
