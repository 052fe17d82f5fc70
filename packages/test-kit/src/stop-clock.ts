import { within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Types a day, `2026-11-20`, into a field of the kit's `DatePicker`, which is found by `group` and its label. */
export async function typeDay(user: UserEvent, field: HTMLElement, day: string): Promise<void> {
  const [year, month, date] = day.split('-');
  await user.click(within(field).getByRole('spinbutton', { name: 'Month' }));
  await user.keyboard(`${month}${date}${year}`);
}

/**
 * Fixes the date in each test of a file, at its top level. Timers, animation and the network go on, so nothing has to be
 * advanced by hand.
 */
export function stopClock(date: Date): void {
  beforeEach(() => {
    jest.useFakeTimers({
      now: date,
      doNotFake: [
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'setImmediate',
        'clearImmediate',
        'queueMicrotask',
        'nextTick',
        'performance',
        'hrtime',
        'requestAnimationFrame',
        'cancelAnimationFrame',
        'requestIdleCallback',
        'cancelIdleCallback',
      ],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}
