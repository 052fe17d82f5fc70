// Loaded with the first entry of a time: see heavy-parts.tsx.
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DateTimePicker as MuiDateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { createContext, useContext, useState } from 'react';
import { clockIn, knowsZone, ownZone } from '../time/zone-clock.ts';
import { themed } from './themed.tsx';

dayjs.extend(utc);

/** Properties of {@link DateTimePicker}. */
export interface DateTimePickerProps {
  readonly label: string;
  /** What a clock shows, in no zone: `2026-11-20T15:30`; null while there is nothing. */
  readonly value: string | null;
  /** The zone whose today is marked; the reader's own unless told. */
  readonly zone?: string | undefined;
  /** Called with null while what stands there is no date and time. */
  readonly onChange: (value: string | null) => void;
  /** Help below it. */
  readonly hint?: string | undefined;
  /** What is wrong and what to do; takes the place of the hint. */
  readonly error?: string | undefined;
}

const shownOf = (value: string | null): Dayjs | null => (value === null ? null : dayjs.utc(value));
const clockOf = (shown: Dayjs | null): string | null => (shown?.isValid() ? shown.format('YYYY-MM-DDTHH:mm') : null);
const [FIRST, LAST] = [dayjs.utc('1000-01-01T00:00'), dayjs.utc('9999-12-31T23:59')];

const Zone = createContext(ownZone());

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

/** A date and time by the clocks of whichever zone is meant: the picker counts in none, so that no hour is missing. */
export const DateTimePicker = themed<DateTimePickerProps>(({ label, value, zone, onChange, hint, error }) => {
  // What is half typed has no value, and must not be taken away for that.
  const [shown, setShown] = useState(() => shownOf(value));
  const [told, setTold] = useState(value);
  if (value !== told) {
    setTold(value);
    setShown(shownOf(value));
  }
  const change = (next: Dayjs | null) => {
    setShown(next);
    setTold(clockOf(next));
    onChange(clockOf(next));
  };
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <Zone value={zone !== undefined && knowsZone(zone) ? zone : ownZone()}>
        <MuiDateTimePicker
          label={label}
          value={shown}
          onChange={change}
          timezone="UTC"
          // Beside its field it is wider than a phone.
          desktopModeMediaQuery="@media (pointer: fine) and (min-width: 600px)"
          minDateTime={FIRST}
          maxDateTime={LAST}
          slots={{ day: Day }}
          slotProps={{
            textField: {
              fullWidth: true,
              helperText: error ?? hint ?? '',
              ...(error !== undefined && { error: true }),
            },
            dialog: { sx: SHEET },
          }}
        />
      </Zone>
    </LocalizationProvider>
  );
});
