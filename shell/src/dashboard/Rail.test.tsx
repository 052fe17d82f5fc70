import { MemoryRouter } from '@cytocomm/kit';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Rail, type RailProps } from './Rail.tsx';

const entries = [
  { id: 'admin', label: 'Admin' },
  { id: 'investor', label: 'Investor' },
];
const places = [
  { to: '/dashboard/investor', title: 'Overview', isCurrent: false },
  { to: '/dashboard/investor/news', title: 'News', isCurrent: true },
];

function renderRail(props: Partial<RailProps> = {}) {
  const onSelect = jest.fn();
  const onLogout = jest.fn();
  render(
    <MemoryRouter>
      <Rail entries={entries} active="investor" places={places} onSelect={onSelect} onLogout={onLogout} {...props} />
    </MemoryRouter>,
  );
  return { onSelect, onLogout };
}
const rail = () => within(screen.getByRole('navigation', { name: 'Dashboard' }));

test('has a button for each role as given, marks the active one and reports a choice', async () => {
  const { onSelect, onLogout } = renderRail();
  expect(rail().getByRole('button', { name: 'Investor' })).toHaveAttribute('aria-current', 'true');
  expect(rail().getByRole('button', { name: 'Admin' })).not.toHaveAttribute('aria-current');
  await userEvent.click(rail().getByRole('button', { name: 'Admin' }));
  expect(onSelect).toHaveBeenCalledWith('admin');
  await userEvent.click(rail().getByRole('button', { name: 'Logout' }));
  expect(onLogout).toHaveBeenCalledTimes(1);
});

test('has the pages of the active role below it as links, the present one marked', () => {
  renderRail();
  const links = within(rail().getByRole('list', { name: 'Investor' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual(
    [
      ['Overview', '/dashboard/investor', null],
      ['News', '/dashboard/investor/news', 'page'],
    ],
  );
  expect(rail().queryByRole('list', { name: 'Admin' })).toBeNull();
});

test('leads to the pages about the account, each with an icon of its own', () => {
  const accountLink = (label: string, path: string) => ({ group: 'account', label, path, order: 1 }) as const;
  renderRail({
    accountLinks: [accountLink('Signed-in devices', '/account/devices'), accountLink('Security', '/account/security')],
  });
  const devices = rail().getByRole('link', { name: 'Signed-in devices' });
  expect(devices).toHaveAttribute('href', '/account/devices');
  const drawn = [devices, rail().getByRole('link', { name: 'Security' })].map((link) => link.querySelector('svg'));
  expect(drawn[0]?.innerHTML).not.toBe(drawn[1]?.innerHTML);
});

test('an entry of an unknown role works like any other', async () => {
  const { onSelect } = renderRail({ entries: [{ id: 'auditor', label: 'Auditor' }] });
  await userEvent.click(screen.getByRole('button', { name: 'Auditor' }));
  expect(onSelect).toHaveBeenCalledWith('auditor');
});

test('the bar shows the current page; its button reads Menu or Close, and a choice folds the rail', async () => {
  renderRail();
  const toggle = () => screen.getByRole('button', { name: /^(Menu|Close)$/ });
  expect(toggle().parentElement).toHaveTextContent('MenuInvestorNews');
  expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  for (const choose of [
    rail().getByRole('button', { name: 'Admin' }),
    rail().getByRole('link', { name: 'Overview' }),
  ]) {
    await userEvent.click(toggle());
    expect(toggle()).toHaveTextContent('Close');
    expect(toggle()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(choose);
    expect(toggle()).toHaveTextContent('Menu');
    expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  }
});
