import type { ComponentProps } from 'react';
import type * as calendars from './calendars.tsx';
import type * as charts from './charts.tsx';
import type * as days from './date-picker.tsx';
import type * as times from './date-time-picker.tsx';
import { createPart, LazyPart } from './lazy-part.tsx';
import type { PickerFieldProps } from './picker-frame.tsx';

type BarChartProps = ComponentProps<typeof charts.BarChart>;

const barChart = createPart<BarChartProps>('chart', async () => (await import('./charts.tsx')).BarChart);
const dateCalendar = createPart<calendars.DateCalendarProps>(
  'calendar',
  async () => (await import('./calendars.tsx')).DateCalendar,
);
const datePicker = createPart<days.DatePickerProps>(
  'field',
  async () => (await import('./date-picker.tsx')).DatePicker,
);
const dateTimePicker = createPart<times.DateTimePickerProps>(
  'field',
  async () => (await import('./date-time-picker.tsx')).DateTimePicker,
);

const CHART_HEIGHT = 240;
const CALENDAR_HEIGHT = 336;
/** A label and its field. */
const FIELD_HEIGHT = 77.6;
/** A line below a field. */
const LINE_HEIGHT = 28;
const heightOf = ({ hint, error }: PickerFieldProps) => FIELD_HEIGHT + (hint || error ? LINE_HEIGHT : 0);

/** Bars by category; 240 px high unless told. */
export function BarChart({ height = CHART_HEIGHT, ...rest }: BarChartProps) {
  return <LazyPart part={barChart} props={{ height, ...rest }} height={height} />;
}

/** A month of days, going up to years; `markedDays` carry a dot. */
export function DateCalendar(props: calendars.DateCalendarProps) {
  return <LazyPart part={dateCalendar} props={props} height={CALENDAR_HEIGHT} />;
}

/** A field for a day, typed or picked. */
export function DatePicker({
  className,
  ...props
}: days.DatePickerProps & { readonly className?: string | undefined }) {
  return (
    <div className={className}>
      <LazyPart part={datePicker} props={props} height={heightOf(props)} />
    </div>
  );
}

/** A field for a date and time, typed or picked; it knows of no time zone. */
export function DateTimePicker(props: times.DateTimePickerProps) {
  return <LazyPart part={dateTimePicker} props={props} height={heightOf(props)} />;
}
