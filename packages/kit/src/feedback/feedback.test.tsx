import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityProblems } from '../testing/accessibility.ts';
import { EmptyState, ErrorState, Notice, Skeleton, SkeletonGroup, Spinner } from './feedback.tsx';

test('an error state says what happened, what was kept and what to do, at once', async () => {
  const onRetry = jest.fn();
  render(
    <ErrorState title="Users could not be loaded." kept="Your search is kept." onRetry={onRetry} requestId="r-17">
      Check your connection.
    </ErrorState>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Users could not be loaded.Your search is kept.Check your connection.',
  );
  expect(screen.getByText('r-17')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('nothing to retry, no button; while retrying, no second try', () => {
  const { rerender } = render(<ErrorState title="Gone." />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  rerender(<ErrorState title="Gone." onRetry={() => {}} retrying />);
  expect(screen.getByRole('button', { name: 'Retry' })).toHaveAttribute('aria-disabled', 'true');
});

test('a notice speaks up only when it answers something', () => {
  const { rerender } = render(<Notice tone="error">Upload failed.</Notice>);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  rerender(
    <Notice tone="error" live>
      Upload failed.
    </Notice>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Upload failed.');
  rerender(
    <Notice tone="success" live>
      Message sent successfully!
    </Notice>,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Message sent successfully!');
});

test('waiting is said once, its shapes are silent', async () => {
  const { container } = render(
    <SkeletonGroup label="Loading company news">
      <Skeleton shape="title" />
      <Skeleton lines={4} />
    </SkeletonGroup>,
  );
  expect(screen.getByRole('status')).toHaveTextContent(/^Loading company news$/);
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('a spinner says what it waits for, seen or not', () => {
  const { rerender } = render(<Spinner label="Signing you in..." />);
  expect(screen.getByRole('status')).toHaveTextContent('Signing you in...');
  rerender(<Spinner label="Signing you in..." quiet />);
  expect(screen.getByRole('status')).toHaveTextContent('Signing you in...');
});

test('an empty state says what to do next', () => {
  render(
    <EmptyState title="No users found" action={<button type="button">Add User</button>}>
      Add the first one.
    </EmptyState>,
  );
  expect(screen.getByText('No users found')).toBeInTheDocument();
  expect(screen.getByText('Add the first one.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Add User' })).toBeInTheDocument();
});
