import { themeOf } from '@cytocomm/composition';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseTheme, ThemeChoice } from './preferences.tsx';

afterEach(() => chooseTheme(undefined));

const root = document.documentElement;

test('a theme shows at once and is kept for the pages to come; the system’s has neither attribute nor cookie', async () => {
  render(<ThemeChoice />);
  const choice = screen.getByRole('combobox', { name: 'Appearance' });
  expect(choice).toHaveDisplayValue('As on this device');

  await userEvent.selectOptions(choice, 'Dark');
  expect(root).toHaveAttribute('data-theme', 'dark');
  expect(themeOf(document.cookie)).toBe('dark');

  await userEvent.selectOptions(choice, 'Light');
  expect(root).toHaveAttribute('data-theme', 'light');
  expect(themeOf(document.cookie)).toBe('light');

  await userEvent.selectOptions(choice, 'As on this device');
  expect(root).not.toHaveAttribute('data-theme');
  expect(themeOf(document.cookie)).toBeUndefined();
});

test('shows what was chosen before', () => {
  chooseTheme('dark');
  render(<ThemeChoice />);
  expect(screen.getByRole('combobox', { name: 'Appearance' })).toHaveDisplayValue('Dark');
});
