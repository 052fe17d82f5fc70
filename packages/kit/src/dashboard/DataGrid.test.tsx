import { fireEvent, render as renderAlone, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../dialog/Dialog.tsx';
import { focusRowAfter } from '../focus/focus.ts';
import { MemoryRouter, useLocation } from '../router.ts';
import { accessibilityProblems } from '../testing/accessibility.ts';
import { DataGrid, type GridColumn, useRowsAtOnce } from './index.ts';

interface Person {
  readonly email: string;
  readonly name: string;
}

const people: readonly Person[] = [
  { email: 'ada@lab.example', name: 'Ada' },
  { email: 'bob@lab.example', name: 'Bob' },
];
const pressed = jest.fn();
const columns: readonly GridColumn<Person>[] = [
  { key: 'email', header: 'Email', rowHeader: true, sortable: true, cell: ({ email }) => email },
  { key: 'name', header: 'Name', sortable: true, cell: ({ name }) => name },
  {
    key: 'actions',
    header: 'Actions',
    actions: true,
    cell: ({ email }) => (
      <button type="button" onClick={() => pressed(email)}>
        Delete {email}
      </button>
    ),
  },
];

/** Plays a page of this width. */
function setWidth(isWide: boolean) {
  const list = { matches: isWide, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.defineProperty(globalThis, 'matchMedia', { configurable: true, value: () => list });
}

function List({
  rows = people,
  onSort,
}: {
  readonly rows?: readonly Person[];
  readonly onSort?: (sort: string) => void;
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <output>{[...selected].join(', ')}</output>
      <DataGrid
        caption="People"
        columns={columns}
        rows={rows}
        rowKey={({ email }) => email}
        sort="email"
        onSort={onSort}
        selected={selected}
        onSelect={setSelected}
        empty="No people."
        viewKey="people"
      />
    </>
  );
}

function Address() {
  return <p data-testid="address">{useLocation().search}</p>;
}
const address = () => screen.getByTestId('address').textContent;
const render = (ui: ReactNode, query = '') =>
  renderAlone(ui, {
    wrapper: ({ children }) => (
      <MemoryRouter initialEntries={[`/people${query}`]}>
        {children}
        <Address />
      </MemoryRouter>
    ),
  });

beforeEach(() => {
  setWidth(true);
  localStorage.clear();
  pressed.mockClear();
});

const row = (name: RegExp) => screen.findByRole('row', { name });

test('a table has a head for each column and a row for each person', async () => {
  const { container } = render(<List />);
  expect(await screen.findByRole('grid', { name: 'People' })).toBeInTheDocument();
  await row(/ada@lab/);
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['', 'Email', 'Name', 'Actions']);
  expect(container.querySelector('style')).toBeNull();
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('a head asks for its order, and for the other way round', async () => {
  const onSort = jest.fn();
  const user = userEvent.setup();
  render(<List onSort={onSort} />);
  await row(/ada@lab/);
  await user.click(screen.getByRole('columnheader', { name: 'Name' }));
  await user.click(screen.getByRole('columnheader', { name: 'Email' }));
  expect(onSort.mock.calls).toEqual([['name'], ['-email']]);
});

test('rows are chosen by their boxes', async () => {
  const user = userEvent.setup();
  render(<List />);
  await user.click(within(await row(/bob@lab/)).getByRole('checkbox', { name: 'Select bob@lab.example' }));
  expect(screen.getByRole('status')).toHaveTextContent('bob@lab.example');
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  expect(screen.getByRole('status')).toHaveTextContent('bob@lab.example, ada@lab.example');
});

test('the keyboard reaches a control through its cell, and presses it there', async () => {
  const user = userEvent.setup();
  render(<List />);
  const button = within(await row(/bob@lab/)).getByRole('button');
  expect(button).toHaveAttribute('tabindex', '-1');
  await user.click(within(await row(/ada@lab/)).getByText('Ada'));
  await user.keyboard('{ArrowDown}{ArrowRight}');
  await waitFor(() => expect(button).toHaveFocus());
  await user.keyboard(' ');
  expect(pressed).toHaveBeenCalledWith('bob@lab.example');
});

test('Enter on a head sorts, Shift and Space in a row choose it, Ctrl and A all rows', async () => {
  const onSort = jest.fn();
  const user = userEvent.setup();
  render(<List onSort={onSort} />);
  await user.click(within(await row(/ada@lab/)).getByText('Ada'));
  await user.keyboard('{Shift>} {/Shift}');
  expect(screen.getByRole('status')).toHaveTextContent(/^ada@lab.example$/);
  // The grid goes by the code of the key.
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a', keyCode: 65, ctrlKey: true });
  expect(screen.getByRole('status')).toHaveTextContent('ada@lab.example, bob@lab.example');
  await user.keyboard('{ArrowUp} ');
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveFocus();
  expect(onSort).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(onSort.mock.calls).toEqual([['name']]);
});

test('a row that gets the focus from outside is where the keys go on', async () => {
  const user = userEvent.setup();
  const third = { email: 'cyd@lab.example', name: 'Cyd' };
  render(<List rows={[...people, third]} />);
  const first = await row(/ada@lab/);
  focusRowAfter(first);
  expect(screen.getByRole('gridcell', { name: 'bob@lab.example' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('gridcell', { name: 'cyd@lab.example' })).toHaveFocus());
});

function Note() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Write
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Note">
        <input aria-label="Title" />
        <input aria-label="Text" />
      </Dialog>
    </>
  );
}

test('a dialog opened by a cell keeps its focus through clicks and typing in it and beside it', async () => {
  const user = userEvent.setup();
  render(
    <>
      <div data-over-layers="">Saved.</div>
      <DataGrid
        caption="People"
        columns={[{ key: 'note', header: 'Note', actions: true, cell: () => <Note /> }]}
        rows={people.slice(0, 1)}
        rowKey={({ email }) => email}
        empty="No people."
        viewKey="people"
      />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Write' }));
  const dialog = screen.getByRole('dialog', { name: 'Note' });
  const [title, text] = within(dialog).getAllByRole('textbox');
  if (!title || !text) throw new Error('no fields');
  await user.click(title);
  await user.keyboard('AB');
  // A notification lies over the dialog: the grid forgets which of its cells has the focus.
  await user.click(screen.getByText('Saved.'));
  await user.click(text);
  await user.keyboard('CD{ArrowDown}{Home}E');
  expect(text).toHaveFocus();
  expect(title).toHaveValue('AB');
  expect(text).toHaveValue('ECD');
  await user.keyboard('{Escape}');
  expect(dialog).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Write' })).toHaveFocus());
});

test('columns are taken out, and stay so', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<List />);
  await row(/ada@lab/);
  await user.click(screen.getByText('View'));
  await user.click(screen.getByRole('checkbox', { name: 'Name' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Name' })).toBeNull());
  unmount();
  render(<List />);
  await row(/ada@lab/);
  expect(screen.queryByRole('columnheader', { name: 'Name' })).toBeNull();
});

test('a press on the words of the menu chooses, and leaves it open', async () => {
  const user = userEvent.setup();
  render(
    <main tabIndex={-1}>
      <List />
    </main>,
  );
  await row(/ada@lab/);
  await user.click(screen.getByText('View'));
  await user.click(screen.getByText('Compact rows'));
  expect(screen.getByRole('checkbox', { name: 'Compact rows' })).toBeChecked();
  expect(screen.getByText('View').closest('details')).toHaveAttribute('open');
  await user.click(screen.getByText('Compact rows'));
});

test('the menu of the view closes by Escape, when the focus leaves it, and by a press outside', async () => {
  const user = userEvent.setup();
  render(<List />);
  await row(/ada@lab/);
  const menu = screen.getByText('View');
  const isOpen = () => menu.closest('details')?.open;
  await user.click(menu);
  await user.click(screen.getByRole('checkbox', { name: 'Name' }));
  expect(isOpen()).toBe(true);
  await user.keyboard('{Escape}');
  expect([isOpen(), document.activeElement]).toEqual([false, menu]);

  await user.click(menu);
  screen.getByRole('checkbox', { name: 'Compact rows' }).focus();
  await user.tab();
  expect(isOpen()).toBe(false);

  await user.click(menu);
  await user.click(document.body);
  expect(isOpen()).toBe(false);
});

test('numbers stand at the right, below their name', async () => {
  const age: GridColumn<Person> = { key: 'age', header: 'Age', numeric: true, cell: ({ name }) => name.length };
  render(<DataGrid caption="People" columns={[...columns, age]} rows={people} rowKey={({ email }) => email} />);
  const cells = within(await row(/ada@lab/)).getAllByRole('gridcell');
  expect(cells.at(-1)).toHaveClass('MuiDataGrid-cell--textRight');
  expect(cells.at(1)).not.toHaveClass('MuiDataGrid-cell--textRight');
  expect(screen.getByRole('columnheader', { name: 'Age' })).toHaveClass('MuiDataGrid-columnHeader--alignRight');
});

test('an empty grid shows its text', async () => {
  render(<List rows={[]} />);
  expect(await screen.findByText('No people.')).toBeInTheDocument();
});

test('on a phone each row is a card, with its order chosen from a list', async () => {
  setWidth(false);
  const onSort = jest.fn();
  const user = userEvent.setup();
  const { container } = render(<List onSort={onSort} />);
  const cards = within(screen.getByRole('list', { name: 'People' })).getAllByRole('listitem');
  expect(cards).toHaveLength(2);
  await user.click(screen.getByRole('checkbox', { name: 'Select ada@lab.example' }));
  expect(screen.getByRole('status')).toHaveTextContent('ada@lab.example');
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Name', 'Name']);
  const deletion = () => screen.queryByRole('button', { name: 'Delete bob@lab.example' });
  expect(deletion()).toBeNull();
  const more = within(cards[1] ?? container).getByRole('button', { name: 'More of bob@lab.example', expanded: false });
  await user.click(more);
  expect(more).toHaveAttribute('aria-expanded', 'true');
  expect(more).toHaveFocus();
  expect(deletion()).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete ada@lab.example' })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Name, Z to A');
  expect(onSort).toHaveBeenCalledWith('-name');
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('on a phone all cards that are shown are chosen at once, and none', async () => {
  setWidth(false);
  const user = userEvent.setup();
  render(<List />);
  const all = await screen.findByRole('checkbox', { name: 'Select all 2 shown' });
  await user.click(all);
  expect(screen.getByRole('status')).toHaveTextContent('ada@lab.example, bob@lab.example');
  await user.click(screen.getByRole('checkbox', { name: 'Select ada@lab.example' }));
  expect(all).toBePartiallyChecked();
  await user.click(all);
  expect(screen.getByRole('status')).toHaveTextContent('bob@lab.example, ada@lab.example');
  await user.click(all);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('a card names no column of which its row has nothing', () => {
  setWidth(false);
  const noted = { key: 'note', header: 'Note', cell: ({ email }: Person) => (email.startsWith('ada') ? 'First' : '') };
  const all = [...columns, noted];
  render(<DataGrid caption="People" columns={all} rows={people} rowKey={({ email }) => email} />);
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Name', 'Note', 'Name']);
});

test('a card says in brief what it shows whole when it is unfolded', async () => {
  setWidth(false);
  const user = userEvent.setup();
  const brief = columns.map((column) => (column.key === 'name' ? { ...column, brief: () => 'somebody' } : column));
  render(<DataGrid caption="People" columns={brief} rows={people.slice(0, 1)} rowKey={({ email }) => email} />);
  expect(await screen.findByRole('definition')).toHaveTextContent('somebody');
  await user.click(screen.getByRole('button', { name: 'More of ada@lab.example' }));
  expect(screen.getByRole('definition')).toHaveTextContent('Ada');
});

test('a card that is unfolded comes into sight, and stays unfolded when the list is read again', async () => {
  setWidth(false);
  const user = userEvent.setup();
  const shown: Element[] = [];
  const scroll = jest.fn(function note(this: Element) {
    shown.push(this);
  });
  Object.defineProperty(Element.prototype, 'scrollIntoView', { configurable: true, value: scroll });
  const { rerender } = render(<List />);
  const more = await screen.findByRole('button', { name: 'More of bob@lab.example' });
  await user.click(more);
  expect(shown).toEqual([screen.getAllByRole('listitem')[1]]);
  expect(scroll).toHaveBeenLastCalledWith({ block: 'nearest' });
  rerender(<List rows={[{ email: 'abe@lab.example', name: 'Abe' }, ...people.map((person) => ({ ...person }))]} />);
  expect(screen.getByRole('button', { name: 'Delete bob@lab.example' })).toBeVisible();
  expect(more).toHaveAttribute('aria-expanded', 'true');
  await user.click(more);
  expect(scroll).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('a card shows its lesser columns when it is unfolded', async () => {
  setWidth(false);
  const user = userEvent.setup();
  const lesser = columns.map((column) => ({ ...column, folded: column.key === 'name' }));
  render(<DataGrid caption="People" columns={lesser} rows={people} rowKey={({ email }) => email} />);
  await user.click(await screen.findByRole('button', { name: 'More of ada@lab.example' }));
  expect(screen.getByRole('term')).toHaveTextContent('Name');
  expect(screen.getByRole('definition')).toHaveTextContent('Ada');
  await user.click(screen.getByRole('button', { name: 'More of ada@lab.example' }));
  expect(screen.queryByRole('term')).toBeNull();
});

test('of cards, which are long, a list asks for ten at once', () => {
  const rowsAtOnce = (rows: number) => renderHook(() => useRowsAtOnce(rows)).result.current;
  setWidth(true);
  expect(rowsAtOnce(50)).toBe(50);
  setWidth(false);
  expect([rowsAtOnce(50), rowsAtOnce(6)]).toEqual([10, 6]);
});

test('what is kept of a view and is none is not used', async () => {
  localStorage.setItem('grid people', '{"hidden":"x"');
  render(<List />);
  await row(/ada@lab/);
  expect(screen.getAllByRole('columnheader')).toHaveLength(4);
});

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const hide = async (user: ReturnType<typeof userEvent.setup>, column: string) => {
  await user.click(screen.getByText('View'));
  await user.click(screen.getByRole('checkbox', { name: column }));
};

test('hidden columns are in the address, and apply to anyone who opens it', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<List />, '?q=lab');
  await row(/ada@lab/);
  expect(address()).toBe('?q=lab');
  await hide(user, 'Name');
  expect(address()).toBe('?q=lab&hide=name');
  unmount();

  localStorage.clear();
  localStorage.setItem('grid people', JSON.stringify({ hidden: ['actions'], density: 'standard' }));
  render(<List />, '?q=lab&hide=name,nothing');
  await row(/ada@lab/);
  expect(heads()).toEqual(['', 'Email', 'Actions']);
  await hide(user, 'Name');
  await user.click(screen.getByRole('checkbox', { name: 'Actions' }));
  await user.click(screen.getByRole('checkbox', { name: 'Actions' }));
  expect(heads()).toEqual(['', 'Email', 'Name', 'Actions']);
});

test('the columns that were hidden before are told in an address that says nothing', async () => {
  localStorage.setItem('grid people', JSON.stringify({ hidden: ['name'], density: 'standard' }));
  const user = userEvent.setup();
  render(<List />);
  await row(/ada@lab/);
  expect(heads()).toEqual(['', 'Email', 'Actions']);
  await waitFor(() => expect(address()).toBe('?hide=name'));
  await hide(user, 'Name');
  expect(heads()).toEqual(['', 'Email', 'Name', 'Actions']);
  expect(address()).toBe('');
});

test('another density does not store the hidden columns of a shared address', async () => {
  localStorage.setItem('grid people', JSON.stringify({ hidden: [], density: 'standard' }));
  const user = userEvent.setup();
  render(<List />, '?hide=name');
  await row(/ada@lab/);
  await hide(user, 'Compact rows');
  expect(address()).toBe('?hide=name');
  expect(JSON.parse(localStorage.getItem('grid people') ?? '')).toEqual({ hidden: [], density: 'compact' });
});
