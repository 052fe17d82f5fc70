// Loaded with the first calendar: see lazy-parts.tsx.
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import {
  DateCalendar as MuiDateCalendar,
  type DateCalendarProps as MuiDateCalendarProps,
} from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay';
import { createContext, useContext } from 'react';
import classes from './calendars.module.css';
import { themed } from './themed.tsx';

/** Properties of {@link DateCalendar}: MUI's, and the days that have something. */
export interface DateCalendarProps extends MuiDateCalendarProps {
  /** Days with an event, as `2025-11-20`; they carry a dot. */
  readonly markedDays?: ReadonlySet<string>;
}

const MarkedDays = createContext<ReadonlySet<string>>(new Set());

function Day(props: PickerDayProps) {
  const marked = useContext(MarkedDays).has(props.day.format('YYYY-MM-DD')) && !props.outsideCurrentMonth;
  if (!marked) return <PickerDay {...props} />;
  return (
    <PickerDay {...props}>
      {props.day.date()}
      <span className={classes.mark} />
      <span className="visually-hidden"> has events</span>
    </PickerDay>
  );
}

const noDays: ReadonlySet<string> = new Set();

/** A month of days, going up to years; some days may be marked. */
export const DateCalendar = themed<DateCalendarProps>(({ markedDays = noDays, slots, ...rest }) => (
  <LocalizationProvider dateAdapter={AdapterDayjs}>
    <MarkedDays value={markedDays}>
      <MuiDateCalendar {...rest} slots={{ day: Day, ...slots }} />
    </MarkedDays>
  </LocalizationProvider>
));
