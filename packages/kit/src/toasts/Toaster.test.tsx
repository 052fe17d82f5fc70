import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from './Toaster.tsx';
import { toast, toastStore } from './toast-store.ts';

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
  const reader = user();
  render(<Toaster />);
  act(() => {
    toast.success('User deleted');
  });
  await reader.hover(screen.getByRole('status'));
  act(() => jest.advanceTimersByTime(10_000));
  expect(toastStore.getSnapshot()).toMatchObject([{ visible: true }]);
  await reader.unhover(screen.getByRole('status'));
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  act(() => jest.advanceTimersByTime(10_000));
  expect(toastStore.getSnapshot()).toMatchObject([{ visible: true }]);
  await reader.hover(screen.getByRole('status'));
  await reader.unhover(screen.getByRole('status'));
  act(() => jest.advanceTimersByTime(10_000));
  expect(toastStore.getSnapshot()).toMatchObject([{ visible: true }]);
  act(() => screen.getByRole('button', { name: 'Dismiss' }).blur());
  act(() => jest.advanceTimersByTime(2000));
  expect(toastStore.getSnapshot()).toMatchObject([{ visible: false }]);
});

describe('F8', () => {
  const undo = jest.fn();
  const show = () => {
    render(
      <main tabIndex={-1}>
        <input aria-label="A field" />
        <Toaster />
      </main>,
    );
    act(() => screen.getByLabelText('A field').focus());
  };
  const tellWithUndo = (id: string) =>
    act(() => {
      toast.success('Deleted', { id, action: { label: 'Undo', run: undo } });
    });
  beforeEach(() => undo.mockClear());

  test('leads to the newest button to press, whose clock then stands, and Escape back', async () => {
    show();
    await user().keyboard('{F8}');
    expect(screen.getByLabelText('A field')).toHaveFocus();
    tellWithUndo('a');
    act(() => {
      toast('Something else');
    });
    await user().keyboard('{F8}');
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
    act(() => jest.advanceTimersByTime(60_000));
    expect(toastStore.getSnapshot()).toMatchObject([{ visible: true }, { visible: true }]);
    await user().keyboard('{Escape}');
    expect(screen.getByLabelText('A field')).toHaveFocus();
    act(() => jest.advanceTimersByTime(60_000));
    expect(toastStore.getSnapshot()).toEqual([]);
  });

  test.each(['{Enter}', ' ', '{Tab}{Enter}'])('the focus is back where it was after %j', async (keys) => {
    show();
    tellWithUndo('a');
    await user().keyboard(`{F8}${keys}`);
    expect(screen.getByLabelText('A field')).toHaveFocus();
    expect(undo).toHaveBeenCalledTimes(keys.startsWith('{Tab}') ? 0 : 1);
  });

  test('the focus is back when another notification takes the place of the one that has it', async () => {
    show();
    tellWithUndo('a');
    await user().keyboard('{F8}');
    act(() => {
      toast.loading('Taking it back...', { id: 'a' });
    });
    expect(screen.getByLabelText('A field')).toHaveFocus();
  });

  test('another window in between changes nothing of where the focus goes back to', async () => {
    show();
    tellWithUndo('a');
    await user().keyboard('{F8}');
    const undoing = screen.getByRole('button', { name: 'Undo' });
    // As a browser does it: the element stays the active one of its page.
    fireEvent.focusOut(undoing);
    fireEvent.focusIn(undoing);
    await user().keyboard('{Escape}');
    expect(screen.getByLabelText('A field')).toHaveFocus();
  });

  test('the focus goes to the page when what had it is gone', async () => {
    show();
    const removed = document.body.appendChild(document.createElement('button'));
    removed.focus();
    tellWithUndo('a');
    await user().keyboard('{F8}');
    removed.remove();
    await user().keyboard('{Escape}');
    expect(screen.getByRole('main')).toHaveFocus();
  });
});
