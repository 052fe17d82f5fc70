import { MemoryRouter } from '@cytocomm/kit';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DashboardFrame, type DashboardFrameProps } from './DashboardFrame.tsx';

const entries = [
  { id: 'admin', label: 'Admin' },
  { id: 'investor', label: 'Investor' },
];

function renderFrame(props: Partial<DashboardFrameProps> = {}) {
  const onSelect = jest.fn();
  const onLogout = jest.fn();
  render(
    <DashboardFrame name="Ada" entries={entries} active="investor" onSelect={onSelect} onLogout={onLogout} {...props}>
      <p>Section</p>
    </DashboardFrame>,
  );
  return { onSelect, onLogout };
}

test.each([
  ['Ada', 'Welcome, Ada'],
  ['  ', 'Welcome, User'],
  [null, 'Welcome, User'],
  [undefined, 'Welcome, User'],
  ['<b>Ada</b>', 'Welcome, <b>Ada</b>'],
])('greets %p with %p', (name, heading) => {
  renderFrame({ name });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
});

test('has a button for each entry as given, marks the active one and reports a choice', async () => {
  const { onSelect, onLogout } = renderFrame();
  const rail = within(screen.getByRole('navigation', { name: 'Dashboard' }));
  expect(rail.getByRole('button', { name: 'Investor' })).toHaveAttribute('aria-current', 'page');
  expect(rail.getByRole('button', { name: 'Admin' })).not.toHaveAttribute('aria-current');
  await userEvent.click(rail.getByRole('button', { name: 'Admin' }));
  expect(onSelect).toHaveBeenCalledWith('admin');
  await userEvent.click(rail.getByRole('button', { name: 'Logout' }));
  expect(onLogout).toHaveBeenCalledTimes(1);
});

test('leads to the pages about the account', () => {
  const accountLinks = [{ group: 'account', label: 'Signed-in devices', path: '/account/devices', order: 1 }] as const;
  render(
    <MemoryRouter>
      <DashboardFrame entries={entries} active="admin" onSelect={jest.fn()} onLogout={jest.fn()} {...{ accountLinks }}>
        <p>Section</p>
      </DashboardFrame>
    </MemoryRouter>,
  );
  const rail = within(screen.getByRole('navigation', { name: 'Dashboard' }));
  expect(rail.getByRole('link', { name: 'Signed-in devices' })).toHaveAttribute('href', '/account/devices');
});

test('an entry of a role nobody has heard of works like any other', async () => {
  const { onSelect } = renderFrame({ entries: [{ id: 'auditor', label: 'Auditor' }] });
  await userEvent.click(screen.getByRole('button', { name: 'Auditor' }));
  expect(onSelect).toHaveBeenCalledWith('auditor');
});

test('the toggle reads Menu or Close, and choosing an entry folds the rail again', async () => {
  renderFrame();
  const toggle = screen.getByRole('button', { name: 'Menu' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(toggle);
  expect(screen.getByRole('button', { name: 'Close' })).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Admin' }));
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
});

test('nobody signed in: the heading and the content, no rail', () => {
  render(
    <DashboardFrame entries={[]} active={undefined} onSelect={() => {}}>
      <p>Sign in</p>
    </DashboardFrame>,
  );
  expect(screen.getByRole('heading', { name: 'Welcome, User' })).toBeInTheDocument();
  expect(screen.getByText('Sign in')).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});
