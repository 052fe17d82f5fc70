import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from './Toaster.tsx';
import { toast } from './toast.ts';
import { toastStore } from './toast-store.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  act(() => {
    for (const shown of toastStore.getSnapshot()) toastStore.remove(shown.id);
    toastStore.resume();
  });
  jest.useRealTimers();
});

const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

test('an error is an alert, everything else a status', () => {
  render(<Toaster />);
  act(() => {
    toast.error('Failed to load users');
    toast.success('User added');
    toast('Saved');
    toast.loading('Uploading...');
    toast.custom(<em>Own words</em>);
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load users');
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual([
    'Own words',
    'Uploading...',
    'Saved',
    'User added',
  ]);
});

test('markup in a message is shown as words', () => {
  render(<Toaster />);
  act(() => {
    toast.error('<img src=x onerror=alert(1)>');
  });
  expect(screen.getByRole('alert')).toHaveTextContent('<img src=x onerror=alert(1)>');
  expect(document.querySelector('img')).toBeNull();
});

test('one can be dismissed by hand', async () => {
  render(<Toaster />);
  act(() => {
    toast('Saved');
  });
  await user().click(screen.getByRole('button', { name: 'Dismiss' }));
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('none leaves while the pointer or the focus rests on them', async () => {
  render(<Toaster />);
  act(() => {
    toast.success('User deleted');
  });
  await user().hover(screen.getByRole('status'));
  act(() => jest.advanceTimersByTime(10_000));
  expect(toastStore.getSnapshot()).toMatchObject([{ visible: true }]);
  await user().unhover(screen.getByRole('status'));
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  act(() => jest.advanceTimersByTime(10_000));
  expect(toastStore.getSnapshot()).toMatchObject([{ visible: true }]);
  act(() => screen.getByRole('button', { name: 'Dismiss' }).blur());
  act(() => jest.advanceTimersByTime(2000));
  expect(toastStore.getSnapshot()).toMatchObject([{ visible: false }]);
});
