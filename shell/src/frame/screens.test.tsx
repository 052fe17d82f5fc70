import { MemoryRouter } from '@cytocomm/kit';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorScreen, NotFound } from './screens.tsx';
import { RouteProgress, SlotFailure, SlotSkeleton } from './slots.tsx';

test('the error screen stands without a router, names its reference and has two ways on', async () => {
  const onRetry = jest.fn();
  render(<ErrorScreen requestId="r-17" onRetry={onRetry} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('This page stopped working.');
  expect(screen.getByText('r-17')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('without a reference nothing asks to quote one', () => {
  render(<ErrorScreen />);
  expect(screen.queryByText(/quote this reference/)).not.toBeInTheDocument();
});

test('the not-found page leads back', () => {
  render(
    <MemoryRouter initialEntries={['/nowhere']}>
      <NotFound />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
});

test('a failed slot names what failed and retries', async () => {
  const onRetry = jest.fn();
  render(<SlotFailure what="Investor area" onRetry={onRetry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Investor area could not be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('a failed slot names its parts', () => {
  render(<SlotFailure what="Administration" parts={['Users', 'Mail']} onRetry={() => {}} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Missing here: Users, Mail.');
});

test('a loading slot says so', () => {
  render(<SlotSkeleton label="Loading Investors" />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading Investors');
});

test('route progress is there only while a page loads', () => {
  const { rerender } = render(<RouteProgress active />);
  expect(screen.getByRole('progressbar', { name: 'Loading page' })).toBeInTheDocument();
  rerender(<RouteProgress active={false} />);
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});
