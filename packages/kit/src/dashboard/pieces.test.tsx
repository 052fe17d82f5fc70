import { render, screen, within } from '@testing-library/react';
import { describeBytes } from './FileDrop.tsx';
import { DashboardTitle, Panel, TableSkeleton } from './Panel.tsx';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [1_440_000, '1.4 MB'],
  [60_000_000, '60 MB'],
  [2_500_000_000, '2.5 GB'],
  [4e18, '4,000,000 TB'],
])('%d is %s', (bytes, words) => {
  expect(describeBytes(bytes)).toBe(words);
});

test('a panel is named by its one heading and keeps its actions with it', () => {
  render(
    <>
      <DashboardTitle title="Admin Panel">Users and documents.</DashboardTitle>
      <Panel title="Users" actions={<button type="button">Add User</button>}>
        List
      </Panel>
    </>,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Admin Panel' })).toBeInTheDocument();
  const panel = within(screen.getByRole('region', { name: 'Users' }));
  expect(panel.getByRole('heading', { level: 3, name: 'Users' })).toBeInTheDocument();
  expect(panel.getByRole('button', { name: 'Add User' })).toBeInTheDocument();
});

test('a table skeleton says what loads and has the table’s shape', () => {
  const { container } = render(<TableSkeleton label="Loading users" columns={3} rows={4} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading users');
  expect(container.querySelectorAll('[data-columns="3"] > *')).toHaveLength(12);
});
