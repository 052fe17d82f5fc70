import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { accessibilityProblems } from '../testing/accessibility.ts';
import { Dialog } from './Dialog.tsx';

function Page({ onClose = () => {} }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  const [inner, setInner] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog
        open={open}
        onClose={close}
        title="Edit event"
        initialFocus={field}
        actions={<button type="button">Save</button>}
      >
        <input ref={field} aria-label="Title" />
        <button type="button" onClick={() => setInner(true)}>
          Delete
        </button>
        <Dialog open={inner} onClose={() => setInner(false)} title="Really?">
          <button type="button" onClick={close}>
            Close both
          </button>
        </Dialog>
      </Dialog>
    </>
  );
}

async function openPage(onClose?: () => void) {
  const page = render(<Page {...(onClose && { onClose })} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return page;
}

test('opens named and modal, with the focus where it was asked for, and axe is content', async () => {
  await openPage();
  const dialog = screen.getByRole('dialog', { name: 'Edit event' });
  expect(dialog).toHaveAttribute('aria-modal', 'true');
  expect(screen.getByLabelText('Title')).toHaveFocus();
  expect(await accessibilityProblems(document.body)).toEqual([]);
});

test('without a wish the dialog itself takes the focus', () => {
  render(
    <Dialog open onClose={() => {}} title="News">
      Text
    </Dialog>,
  );
  expect(screen.getByRole('dialog', { name: 'News' })).toHaveFocus();
});

test('Tab goes round inside, both ways', async () => {
  await openPage();
  const dialog = within(screen.getByRole('dialog'));
  const close = dialog.getByRole('button', { name: 'Close' });
  const save = dialog.getByRole('button', { name: 'Save' });
  save.focus();
  await userEvent.tab();
  expect(close).toHaveFocus();
  await userEvent.tab({ shift: true });
  expect(save).toHaveFocus();
});

test('Escape closes and gives the focus back', async () => {
  const onClose = jest.fn();
  await openPage(onClose);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

test('a press outside closes; one that began or ended inside does not', async () => {
  const onClose = jest.fn();
  await openPage(onClose);
  const dialog = screen.getByRole('dialog');
  const outside = dialog.parentElement;
  if (!outside) throw new Error('the dialog has no surroundings');
  fireEvent.pointerDown(dialog);
  fireEvent.pointerUp(outside);
  fireEvent.pointerDown(outside);
  fireEvent.pointerUp(dialog);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.pointerDown(outside);
  fireEvent.pointerUp(outside);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('the page behind is inert and does not scroll, notifications stay usable, and all is undone at the end', async () => {
  const notifications = document.createElement('section');
  notifications.setAttribute('data-over-layers', '');
  document.body.append(notifications);
  const { container } = await openPage();
  expect(container).toHaveAttribute('inert');
  expect(notifications).not.toHaveAttribute('inert');
  expect(document.documentElement).toHaveStyle({ overflow: 'hidden' });
  await userEvent.keyboard('{Escape}');
  expect(container).not.toHaveAttribute('inert');
  expect(document.documentElement).not.toHaveStyle({ overflow: 'hidden' });
  notifications.remove();
});

test('Tab goes through the notifications, and from their edges into the dialog', async () => {
  const notifications = document.createElement('section');
  notifications.setAttribute('data-over-layers', '');
  notifications.innerHTML = '<button>Undo</button><button>Dismiss</button>';
  document.body.append(notifications);
  await openPage();
  screen.getByRole('button', { name: 'Undo' }).focus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
  await userEvent.tab({ shift: true });
  await userEvent.tab({ shift: true });
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  screen.getByRole('button', { name: 'Dismiss' }).focus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  notifications.remove();
});

test('of two dialogs Escape closes the upper one only, and the lower stays modal', async () => {
  const { container } = await openPage();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.getByRole('dialog', { name: 'Really?' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Really?' })).not.toBeInTheDocument();
  const lower = screen.getByRole('dialog', { name: 'Edit event' });
  expect(lower.closest('[inert]')).toBeNull();
  expect(container).toHaveAttribute('inert');
  expect(within(lower).getByRole('button', { name: 'Delete' })).toHaveFocus();
});

test('two dialogs that close at once free the page, and the focus returns to where the first came from', async () => {
  await openPage();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close both' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.querySelector('[inert]')).toBeNull();
  expect(document.documentElement).not.toHaveStyle({ overflow: 'hidden' });
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

test('unmounting an open dialog frees the page', async () => {
  const { unmount } = await openPage();
  unmount();
  expect(document.querySelector('[inert]')).toBeNull();
  expect(document.documentElement).not.toHaveStyle({ overflow: 'hidden' });
});
