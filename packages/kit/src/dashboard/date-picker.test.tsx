import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog } from '../dialog/Dialog.tsx';
import { accessibilityProblems } from '../testing/accessibility.ts';
import { DatePicker, type DatePickerProps } from './date-picker.tsx';

const changes: string[] = [];
let isUnreadable = false;
let goTo: (day: string) => void;
beforeEach(() => changes.splice(0));

/** Plays a desk, or a phone. */
function setDesk(isDesk: boolean) {
  const list = { matches: isDesk, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.defineProperty(globalThis, 'matchMedia', { configurable: true, value: () => list });
}
beforeEach(() => setDesk(true));

function Field({ first = '', ...rest }: { readonly first?: string } & Partial<DatePickerProps>) {
  const [value, setValue] = useState(first);
  goTo = setValue;
  return (
    <DatePicker
      label="Date"
      {...rest}
      value={value}
      onChange={(day, cannotBeRead) => {
        changes.push(day);
        isUnreadable = cannotBeRead;
        setValue(day);
      }}
    />
  );
}

const field = () => screen.getByRole('group', { name: 'Date' });
const part = (name: 'Month' | 'Day' | 'Year') => within(field()).getByRole('spinbutton', { name });
const open = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: /^Choose date/ }));

test('a day is typed, and has no value before it is whole', async () => {
  const user = userEvent.setup();
  const { container } = render(<Field hint="While the study runs." />);
  expect(field()).toHaveAccessibleDescription('While the study runs.');
  await user.click(part('Month'));
  await user.keyboard('0105202');
  expect(changes.filter(Boolean)).toEqual([]);
  await user.keyboard('7');
  expect(changes.filter(Boolean)).toEqual(['2027-01-05']);
  expect(field()).toHaveTextContent('01/05/2027');
  expect(await accessibilityProblems(container)).toEqual([]);
});

test.each(['2026-12-24', '24.12.2026', ' 2026-12-24T09:30 ', 'December 24, 2026'])(
  'a day is pasted as people have it: %s',
  async (copied) => {
    const user = userEvent.setup();
    render(<Field />);
    await user.click(part('Month'));
    await user.paste(copied);
    expect(changes.at(-1)).toBe('2026-12-24');
  },
);

test('what is pasted and no date is told, and changes nothing', async () => {
  const user = userEvent.setup();
  render(<Field first="2026-11-20" hint="If it is known." />);
  await user.click(part('Month'));
  await user.paste(' next Tuesday ');
  expect(field()).toHaveAccessibleDescription("“next Tuesday” isn't a date. Write it like 11/28/2026.");
  expect(field()).toBeInvalid();
  expect(field()).toHaveTextContent('11/20/2026');
  expect(changes).toEqual([]);
  await user.paste('2026-12-24');
  expect(field()).toHaveAccessibleDescription('If it is known.');
  expect(changes).toEqual(['2026-12-24']);
});

test('a day that is typed over has no value meanwhile, and what is typed stays', async () => {
  const user = userEvent.setup();
  render(<Field first="2026-11-20" />);
  await user.click(part('Year'));
  await user.keyboard('202');
  expect(changes).toEqual(['']);
  await user.keyboard('8');
  expect(changes).toEqual(['', '2028-11-20']);
});

test.each([
  ['half typed', '1122', '11/22/YYYY'],
  ['no day of that month', '11312027', '11/31/2027'],
  ['beyond the bounds', '11222031', '11/22/2031'],
])('a day that is %s differs from none, and is explained after typing', async (_, keys, text) => {
  const user = userEvent.setup();
  const { container } = render(<Field max="2030-12-31" hint="If it is known." />);
  await user.click(part('Month'));
  await user.keyboard(keys);
  expect([changes.at(-1), isUnreadable]).toEqual(['', true]);
  await user.click(document.body);
  expect(field()).toHaveTextContent(text);
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription('Not a date that can be used: correct it or clear it.');
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(part('Month'));
  await user.keyboard('{Control>}a{/Control}{Delete}');
  await user.click(document.body);
  expect([changes.at(-1), isUnreadable]).toEqual(['', false]);
  expect(field()).toBeValid();
  expect(field()).toHaveAccessibleDescription('If it is known.');
});

test('a day of which a part is removed cannot be read, and what is said of it can be chosen', async () => {
  const user = userEvent.setup();
  render(<Field first="2026-11-20" unreadable="It filters nothing." />);
  await user.click(part('Day'));
  await user.keyboard('{Backspace}');
  expect([changes, isUnreadable]).toEqual([[''], true]);
  await user.click(document.body);
  expect(field()).toHaveAccessibleDescription('It filters nothing.');
});

test('a day that is to be read alone is not changed', async () => {
  const user = userEvent.setup();
  render(<Field first="2026-11-20" readOnly />);
  await user.click(part('Day'));
  await user.keyboard('21');
  expect(changes).toEqual([]);
  expect(field()).toHaveTextContent('11/20/2026');
});

test('what an address that is opened meanwhile says is shown', () => {
  render(<Field first="2026-11-20" />);
  act(() => goTo('2025-02-03'));
  expect(field()).toHaveTextContent('02/03/2025');
  expect(changes).toEqual([]);
});

test('days beyond the bounds cannot be picked, and have no value when they are typed', async () => {
  const user = userEvent.setup();
  render(<Field first="2026-11-20" min="2026-11-10" max="2026-11-28" />);
  await open(user);
  const day = (name: string) => screen.getByRole('gridcell', { name });
  expect(day('9')).toBeDisabled();
  expect(day('29')).toBeDisabled();
  expect(day('28')).toBeEnabled();
  await user.keyboard('{Escape}');
  await user.click(part('Day'));
  await user.keyboard('09');
  expect(changes).toEqual(['']);
});

test('a day is picked, and the focus is on the button again, which names it', async () => {
  const user = userEvent.setup();
  render(<Field first="2026-11-20" />);
  await open(user);
  await user.click(screen.getByRole('gridcell', { name: '24' }));
  expect(changes).toEqual(['2026-11-24']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Choose date, selected date is Nov 24, 2026' })).toHaveFocus(),
  );
});

test('it is cleared, on a desk and on a phone', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<Field first="2026-11-20" />);
  await open(user);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(changes).toEqual(['']);
  expect(field()).toHaveTextContent('MM/DD/YYYY');
  unmount();
  setDesk(false);
  render(<Field first="2026-11-20" />);
  await open(user);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(field()).toHaveTextContent('MM/DD/YYYY'));
  expect(changes.at(-1)).toBe('');
});

test('what is wrong takes the place of the hint', () => {
  render(<Field hint="While the study runs." error="Choose a later day." />);
  expect(field()).toHaveAccessibleDescription('Choose a later day.');
  expect(field()).toBeInvalid();
});

test.each([true, false])('in a dialog Escape closes the days alone (desk: %s)', async (isDesk) => {
  setDesk(isDesk);
  const user = userEvent.setup();
  const onClose = jest.fn();
  render(
    <Dialog open title="Edit event" onClose={onClose}>
      <Field first="2026-11-20" />
    </Dialog>,
  );
  await open(user);
  expect(screen.getByRole('gridcell', { name: '20' })).toBeVisible();
  await waitFor(() => expect(document.activeElement?.closest('.MuiDateCalendar-root')).not.toBeNull());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('gridcell')).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: /^Choose date/ })).toHaveFocus();
});
