import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DateTimePicker } from './date-time-picker.tsx';

/** Opens the days of a field, at 23:30 of 20 November in UTC. */
async function openDays(zone: string) {
  jest.useFakeTimers({ now: new Date('2025-11-20T23:30Z'), advanceTimers: true });
  render(<DateTimePicker label="Starts" value="2025-11-05T09:00" zone={zone} onChange={() => {}} />);
  await userEvent
    .setup({ advanceTimers: jest.advanceTimersByTime })
    .click(screen.getByRole('button', { name: /^Choose date/ }));
  return screen.findByRole('grid');
}

afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ['Asia/Tokyo', '21'],
  ['America/New_York', '20'],
])('today is the day by the clocks of the zone: in %s it is the %s', async (zone, day) => {
  await openDays(zone);
  const today = screen.getAllByRole('gridcell').filter((cell) => cell.getAttribute('aria-current') === 'date');
  expect(today).toHaveLength(1);
  expect(today[0]).toHaveTextContent(day);
});

test('a zone that the browser does not know marks the reader’s own today', async () => {
  await openDays('Mars/Olympus');
  expect(screen.getAllByRole('gridcell').some((cell) => cell.getAttribute('aria-current') === 'date')).toBe(true);
});
