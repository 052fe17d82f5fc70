import { render, screen, within } from '@testing-library/react';
import { accessibilityProblems } from '../testing/accessibility.ts';
import { type DataColumn, DataTable } from './surfaces.tsx';

interface Person {
  readonly email: string;
  readonly reports: number;
}

const columns: ReadonlyArray<DataColumn<Person>> = [
  { key: 'email', header: 'Email', rowHeader: true, cell: (person) => person.email },
  { key: 'reports', header: 'Reports', kind: 'number', cell: (person) => person.reports },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (person) => <button type="button">Delete {person.email}</button>,
  },
];

const table = (rows: Person[]) => (
  <DataTable caption="People" columns={columns} rows={rows} rowKey={(person) => person.email} empty="No users found" />
);

test('is a table with a name, column heads and row heads', async () => {
  const { container } = render(table([{ email: 'ada@example.com', reports: 3 }]));
  const people = within(screen.getByRole('table', { name: 'People' }));
  expect(people.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Email', 'Reports', 'Actions']);
  expect(people.getByRole('row', { name: 'ada@example.com 3 Delete ada@example.com' })).toBeInTheDocument();
  expect(people.getByRole('rowheader', { name: 'ada@example.com' })).toBeInTheDocument();
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('each cell carries its column’s name for the narrow screen', () => {
  render(table([{ email: 'ada@example.com', reports: 3 }]));
  expect(screen.getByRole('cell', { name: '3' })).toHaveAttribute('data-label', 'Reports');
});

test('while other rows are on their way it says so, and the actions of those that are here wait', () => {
  const rows = [{ email: 'ada@example.com', reports: 3 }];
  const { rerender } = render(<DataTable caption="People" columns={columns} rows={rows} rowKey={() => 'ada'} busy />);
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('button').closest('[inert]')).not.toBeNull();
  expect(screen.getByText('3').closest('[inert]')).toBeNull();
  rerender(<DataTable caption="People" columns={columns} rows={rows} rowKey={() => 'ada'} />);
  expect(screen.getByRole('table')).not.toHaveAttribute('aria-busy');
  expect(screen.getByRole('button').closest('[inert]')).toBeNull();
});

test('no rows: one cell over all columns says what to do', () => {
  render(table([]));
  expect(screen.getByRole('cell', { name: 'No users found' })).toHaveAttribute('colspan', '3');
});
