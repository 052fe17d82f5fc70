import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { clockIn, knowsZone, ownZone } from '../time/zone-clock.ts';

dayjs.extend(utc);

/** What the fields of a day and of a moment have in common. */
export interface PickerFieldProps {
  readonly label: string;
  /** The zone whose today is marked; the reader's own unless told. */
  readonly zone?: string | undefined;
  /** Help below it. */
  readonly hint?: string | undefined;
  /** What is wrong and what to do; takes the place of the hint. */
  readonly error?: string | undefined;
}

const Zone = createContext(ownZone());

/** What is around a picker: how dates are counted, and whose today it marks. */
export function PickerFrame({ zone, children }: { readonly zone: string | undefined; readonly children: ReactNode }) {
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <Zone value={zone !== undefined && knowsZone(zone) ? zone : ownZone()}>{children}</Zone>
    </LocalizationProvider>
  );
}

/** MUI takes what is today from the zone that it counts in, which is UTC. */
function Day(props: PickerDayProps) {
  const today = props.day.format('YYYY-MM-DD') === clockIn(useContext(Zone), new Date()).slice(0, 10);
  return <PickerDay {...props} today={today} aria-current={today ? 'date' : undefined} />;
}

const SHEET = {
  '@media (max-width: 767.98px)': {
    '& .MuiDialog-container': { alignItems: 'flex-end' },
    '& .MuiDialog-paper': {
      width: '100%',
      maxWidth: 'none',
      margin: 0,
      paddingBottom: 'env(safe-area-inset-bottom)',
      borderRadius: 'var(--radius-surface) var(--radius-surface) 0 0',
    },
    '& .MuiDateCalendar-root': { marginInline: 'auto' },
  },
};

/** What is given to every picker: it counts in no zone, opens beside its field or as a sheet, and says what is wrong. */
export const pickerProps = ({ label, hint, error }: PickerFieldProps) => ({
  label,
  timezone: 'UTC',
  // Beside its field it is wider than a phone.
  desktopModeMediaQuery: '@media (pointer: fine) and (min-width: 600px)',
  slots: { day: Day },
  slotProps: {
    textField: {
      fullWidth: true,
      helperText: error ?? hint ?? '',
      ...(error !== undefined && { error: true }),
      // The words of an empty field are shown, as its label is above it.
      slotProps: { inputLabel: { shrink: true } },
    },
    dialog: { sx: SHEET },
  },
});

/** How a value is written: `read` of what the field shows, `show` of the value; `nothing` is the value of an empty field. */
export interface PickerValue<Value> {
  readonly nothing: Value;
  readonly show: (value: Value) => Dayjs | null;
  readonly read: (shown: Dayjs) => Value;
}

/** Returns what a picker shows, and what takes its changes: what is half typed or out of bounds has no value, and stays. */
export function usePicked<Value>(
  value: Value,
  onChange: (value: Value) => void,
  { nothing, show, read }: PickerValue<Value>,
) {
  const [shown, setShown] = useState(() => show(value));
  const [seen, setSeen] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // What comes back of the own change is older than what was typed meanwhile.
    if (value !== told) {
      setShown(show(value));
      setTold(value);
    }
  }
  const change = (next: Dayjs | null, { validationError }: { readonly validationError: unknown }) => {
    const chosen = next === null || validationError !== null ? nothing : read(next);
    setShown(next);
    if (chosen === told) return;
    setTold(chosen);
    onChange(chosen);
  };
  return [shown, change] as const;
}
