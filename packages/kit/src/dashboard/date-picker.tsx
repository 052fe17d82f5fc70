// Loaded with the first entry of a day: see lazy-parts.tsx.
import { DatePicker as MuiDatePicker } from '@mui/x-date-pickers/DatePicker';
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

/** Properties of {@link DatePicker}. */
export interface DatePickerProps extends PickerFieldProps {
  /** `2026-11-20`; an empty text while there is nothing. */
  readonly value: string;
  /** Called with an empty text, and true, while what stands there is no day, or none within the bounds. */
  readonly onChange: PickerChange<string>;
  /** The first day that can be chosen; `1000-01-01` unless told. */
  readonly min?: string;
  /** The last day that can be chosen; `9999-12-31` unless told. */
  readonly max?: string;
}

const day: PickerValue<string> = {
  nothing: '',
  show: (value) => (value === '' ? null : dayjs.utc(value)),
  read: (shown) => shown.format('YYYY-MM-DD'),
};

const FORMAT = 'MM/DD/YYYY';

/** A day, typed or picked; it belongs to no zone. */
export const DatePicker = themed<DatePickerProps>(
  ({ value, onChange, min = '1000-01-01', max = '9999-12-31', ...field }) => {
    const { shown, change, typed } = usePicked(value, onChange, day);
    const { slotProps, ...common } = pickerProps(field);
    return (
      <PickerFrame zone={field.zone} unreadable={field.unreadable} format={FORMAT} typed={typed}>
        <MuiDatePicker
          {...common}
          format={FORMAT}
          value={shown}
          onChange={change}
          minDate={dayjs.utc(min)}
          maxDate={dayjs.utc(max)}
          slotProps={{
            ...slotProps,
            actionBar: ({ pickerVariant }) => ({
              actions: pickerVariant === 'desktop' ? ['clear'] : ['clear', 'cancel', 'accept'],
            }),
          }}
        />
      </PickerFrame>
    );
  },
);
