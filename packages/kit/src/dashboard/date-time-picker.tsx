// Loaded with the first entry of a time: see lazy-parts.tsx.
import { DateTimePicker as MuiDateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import dayjs from 'dayjs';
import {
  type PickerChange,
  type PickerFieldProps,
  PickerFrame,
  type PickerValue,
  pickerProps,
  usePicked,
} from './picker-frame.tsx';
import { themed } from './themed.tsx';

/** Properties of {@link DateTimePicker}. */
export interface DateTimePickerProps extends PickerFieldProps {
  /** What a clock shows, in no zone: `2026-11-20T15:30`; null while there is nothing. */
  readonly value: string | null;
  /** Called with null, and true, while what stands there is no date and time. */
  readonly onChange: PickerChange<string | null>;
}

const clock: PickerValue<string | null> = {
  nothing: null,
  show: (value) => (value === null ? null : dayjs.utc(value)),
  read: (shown) => shown.format('YYYY-MM-DDTHH:mm'),
};
const FORMAT = 'MM/DD/YYYY hh:mm A';
const [FIRST, LAST] = [dayjs.utc('1000-01-01T00:00'), dayjs.utc('9999-12-31T23:59')];

/** A date and time by the clocks of whichever zone is meant: the picker counts in none, so that no hour is missing. */
export const DateTimePicker = themed<DateTimePickerProps>(({ value, onChange, ...field }) => {
  const { shown, change, typed } = usePicked(value, onChange, clock);
  return (
    <PickerFrame zone={field.zone} unreadable={field.unreadable} format={FORMAT} typed={typed}>
      <MuiDateTimePicker
        {...pickerProps(field)}
        format={FORMAT}
        value={shown}
        onChange={change}
        minDateTime={FIRST}
        maxDateTime={LAST}
      />
    </PickerFrame>
  );
});
