import { within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Types a day, `2026-11-20`, into a field of the kit's `DatePicker`, which is found by `group` and its label. */
export async function typeDay(user: UserEvent, field: HTMLElement, day: string): Promise<void> {
  const [year, month, date] = day.split('-');
  await user.click(within(field).getByRole('spinbutton', { name: 'Month' }));
  await user.keyboard(`${month}${date}${year}`);
}
