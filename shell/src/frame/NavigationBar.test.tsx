import { MemoryRouter, useLocation } from '@cytocomm/kit';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeNarrowScreen, sampleLinks, sampleSocialLinks } from '../testing.ts';
import { NavigationBar } from './NavigationBar.tsx';

function Address() {
  return <output>{useLocation().pathname}</output>;
}

function renderBar(path = '/') {
  render(
    <MemoryRouter initialEntries={[path]}>
      <NavigationBar links={sampleLinks} socialLinks={sampleSocialLinks} />
      <button type="button">Page content</button>
      <Address />
    </MemoryRouter>,
  );
}

const bar = () => within(screen.getByRole('navigation', { name: 'Main' }));
const panel = (name = 'Menu') => within(screen.getByRole('dialog', { name }));
const openPanel = () => userEvent.click(screen.getByRole('button', { name: 'Menu' }));
const address = () => screen.getByRole('status').textContent;

describe('the wide bar', () => {
  test('the logo links home, the social links open in a new tab and keep their opener to themselves', () => {
    renderBar('/about');
    expect(screen.getByRole('link', { name: 'Cytocomm home' })).toHaveAttribute('href', '/');
    const social = bar().getByRole('link', { name: /Short-post network/ });
    expect(social).toHaveAttribute('target', '_blank');
    expect(social).toHaveAttribute('rel', 'noopener noreferrer');
    expect(social).toHaveAccessibleName('Short-post network (opens in a new tab)');
  });

  test('a dropdown opens and closes on click and holds its links in order', async () => {
    renderBar();
    const technology = bar().getByRole('button', { name: 'Technology' });
    expect(technology).toHaveAttribute('aria-expanded', 'false');
    expect(bar().queryByRole('link', { name: 'Platform' })).not.toBeInTheDocument();
    await userEvent.click(technology);
    expect(technology).toHaveAttribute('aria-expanded', 'true');
    const list = bar().getByRole('link', { name: 'Platform' }).closest('ul');
    expect(list).toHaveAttribute('id', technology.getAttribute('aria-controls'));
    expect([...(list?.querySelectorAll('a') ?? [])].map((link) => link.textContent)).toEqual(['Platform', 'Clinical']);
    await userEvent.click(technology);
    expect(bar().queryByRole('link', { name: 'Platform' })).not.toBeInTheDocument();
  });

  test('Escape closes it and gives the focus back to its button', async () => {
    renderBar();
    const company = bar().getByRole('button', { name: 'Company' });
    await userEvent.click(company);
    await userEvent.tab();
    expect(bar().getByRole('link', { name: 'About' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(company).toHaveAttribute('aria-expanded', 'false');
    expect(company).toHaveFocus();
  });

  test.each([
    ['a press outside', () => userEvent.click(screen.getByRole('button', { name: 'Page content' }))],
    ['opening the other one', () => userEvent.click(bar().getByRole('button', { name: 'Technology' }))],
    ['tabbing out of it', () => userEvent.tab({ shift: true })],
  ])('%s closes it', async (_, leave) => {
    renderBar();
    const company = bar().getByRole('button', { name: 'Company' });
    await userEvent.click(company);
    await leave();
    expect(company).toHaveAttribute('aria-expanded', 'false');
  });

  test('choosing a link goes there and closes it; its place is marked', async () => {
    renderBar();
    await userEvent.click(bar().getByRole('button', { name: 'Technology' }));
    await userEvent.click(bar().getByRole('link', { name: 'Clinical' }));
    expect(address()).toBe('/wearables');
    const technology = bar().getByRole('button', { name: 'Technology' });
    expect(technology).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(technology);
    expect(bar().getByRole('link', { name: 'Clinical' })).toHaveAttribute('aria-current', 'page');
    expect(bar().getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
  });
});

describe('the panel of a narrow screen', () => {
  let phone: ReturnType<typeof fakeNarrowScreen>;
  beforeEach(() => {
    phone = fakeNarrowScreen();
  });

  test('closes when the phone is turned and the bar has room for all', async () => {
    renderBar();
    await openPanel();
    act(() => phone.widen());
    expect(screen.getByRole('dialog', { name: 'Menu' })).toHaveAttribute('inert');
    expect(screen.getByRole('button', { name: 'Page content' })).not.toHaveAttribute('inert');
  });

  test('is inert while closed', () => {
    renderBar();
    expect(screen.getByRole('dialog', { name: 'Menu' })).toHaveAttribute('inert');
  });

  test('opens with the focus on its close button, the page behind inert', async () => {
    renderBar();
    await openPanel();
    expect(screen.getByRole('dialog', { name: 'Menu' })).not.toHaveAttribute('inert');
    expect(panel().getByRole('button', { name: 'Close menu' })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Page content' })).toHaveAttribute('inert');
  });

  test.each([
    ['its close button', () => userEvent.click(panel().getByRole('button', { name: 'Close menu' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('%s closes it and the focus returns', async (_, close) => {
    renderBar();
    await openPanel();
    await close();
    expect(screen.getByRole('dialog', { name: 'Menu' })).toHaveAttribute('inert');
    expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Page content' })).not.toHaveAttribute('inert');
  });

  test('its groups fold, and choosing any link closes it', async () => {
    renderBar();
    await openPanel();
    const company = panel().getByRole('button', { name: 'Company' });
    expect(panel().queryByRole('link', { name: 'Contact' })).not.toBeInTheDocument();
    await userEvent.click(company);
    expect(company).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(company);
    expect(panel().queryByRole('link', { name: 'Contact' })).not.toBeInTheDocument();
    await userEvent.click(company);
    await userEvent.click(panel().getByRole('link', { name: 'Contact' }));
    expect(address()).toBe('/contact');
    expect(screen.getByRole('dialog', { name: 'Menu' })).toHaveAttribute('inert');
  });

  test('Tab stays inside', async () => {
    renderBar();
    await openPanel();
    await userEvent.tab({ shift: true });
    expect(panel().getByRole('button', { name: 'Company' })).toHaveFocus();
    await userEvent.tab();
    expect(panel().getByRole('button', { name: 'Close menu' })).toHaveFocus();
  });
});

test('in the dashboard, which has a menu of its own, the menu of the site is named as such', async () => {
  render(
    <MemoryRouter>
      <NavigationBar links={sampleLinks} socialLinks={sampleSocialLinks} isDashboard />
    </MemoryRouter>,
  );
  const button = screen.getByRole('button', { name: 'Site menu' });
  expect(button).toHaveTextContent('Site');
  await userEvent.click(button);
  expect(panel('Site menu').getByRole('link', { name: 'Home' })).toBeInTheDocument();
});
