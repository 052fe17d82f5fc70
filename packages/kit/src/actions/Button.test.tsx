import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { Button, ButtonLink } from './Button.tsx';

test('a button does not submit the form around it unless it says so', async () => {
  const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button>Preview</Button>
      <Button type="submit">Send</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a busy button says so, takes no second click, and keeps the focus', async () => {
  const onClick = jest.fn();
  const { rerender } = render(
    <Button onClick={onClick} busyLabel="Sending...">
      Send
    </Button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  rerender(
    <Button onClick={onClick} busy busyLabel="Sending...">
      Send
    </Button>,
  );
  const busy = screen.getByRole('button', { name: 'Sending...' });
  expect(busy).toHaveAttribute('aria-disabled', 'true');
  expect(busy).toHaveFocus();
  expect(busy).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(busy);
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('a link within the portal is the router’s, a link out of it keeps its opener to itself', () => {
  render(
    <MemoryRouter basename="/app" initialEntries={['/app']}>
      <ButtonLink to="/contact">Contact Us</ButtonLink>
      <ButtonLink href="https://lab.example" target="_blank">
        Lab software
      </ButtonLink>
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/app/contact');
  const out = screen.getByRole('link', { name: 'Lab software' });
  expect(out).toHaveAttribute('href', 'https://lab.example');
  expect(out).toHaveAttribute('rel', 'noopener noreferrer');
});

test('a form is not sent again while its button is busy, by click or by Enter', async () => {
  const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="E-mail" />
      <Button type="submit" busy busyLabel="Sending...">
        Send
      </Button>
    </form>,
  );
  await userEvent.type(screen.getByLabelText('E-mail'), 'ada@x.example{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Sending...' }));
  expect(onSubmit).not.toHaveBeenCalled();
});
