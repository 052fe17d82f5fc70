// Loaded with the first calendar: see heavy-parts.tsx.
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import {
  DateCalendar as MuiDateCalendar,
  type DateCalendarProps as MuiDateCalendarProps,
} from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { type MonthCalendarProps, MonthCalendar as MuiMonthCalendar } from '@mui/x-date-pickers/MonthCalendar';
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay';
import {
  StaticDatePicker as MuiStaticDatePicker,
  type StaticDatePickerProps,
} from '@mui/x-date-pickers/StaticDatePicker';
import { YearCalendar as MuiYearCalendar, type YearCalendarProps } from '@mui/x-date-pickers/YearCalendar';
import { type ComponentType, createContext, useContext } from 'react';
import classes from './calendars.module.css';

export type { MonthCalendarProps, StaticDatePickerProps, YearCalendarProps };

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

function withDates<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return (props: Props) => (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <Part {...props} />
    </LocalizationProvider>
  );
}

const noDays: ReadonlySet<string> = new Set();

/** A month of days, going up to years; some days may be marked. */
export const DateCalendar = withDates<DateCalendarProps>(({ markedDays = noDays, slots, ...rest }) => (
  <MarkedDays value={markedDays}>
    <MuiDateCalendar {...rest} slots={{ day: Day, ...slots }} />
  </MarkedDays>
));

/** The twelve months of a year. */
export const MonthCalendar = withDates<MonthCalendarProps>(MuiMonthCalendar);

/** Years to choose from. */
export const YearCalendar = withDates<YearCalendarProps>(MuiYearCalendar);

/** A date picker that is always open. */
export const StaticDatePicker = withDates<StaticDatePickerProps>(MuiStaticDatePicker);
