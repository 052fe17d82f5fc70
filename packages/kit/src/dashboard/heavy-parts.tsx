import type { ComponentProps } from 'react';
import type * as calendars from './calendars.tsx';
import type * as charts from './charts.tsx';
import { LazyPart, part } from './lazy-part.tsx';

type LineChartProps = ComponentProps<typeof charts.LineChart>;
type BarChartProps = ComponentProps<typeof charts.BarChart>;
type SparkLineChartProps = ComponentProps<typeof charts.SparkLineChart>;

const loadCharts = () => import('./charts.tsx');
const loadCalendars = () => import('./calendars.tsx');

const lineChart = part<LineChartProps>('chart', async () => (await loadCharts()).LineChart);
const barChart = part<BarChartProps>('chart', async () => (await loadCharts()).BarChart);
const sparkLineChart = part<SparkLineChartProps>('chart', async () => (await loadCharts()).SparkLineChart);
const dateCalendar = part<calendars.DateCalendarProps>('calendar', async () => (await loadCalendars()).DateCalendar);
const monthCalendar = part<calendars.MonthCalendarProps>('calendar', async () => (await loadCalendars()).MonthCalendar);
const yearCalendar = part<calendars.YearCalendarProps>('calendar', async () => (await loadCalendars()).YearCalendar);
const staticDatePicker = part<calendars.StaticDatePickerProps>(
  'calendar',
  async () => (await loadCalendars()).StaticDatePicker,
);

const CHART_HEIGHT = 240;
const CALENDAR_HEIGHT = 336;

/** Curves over time; 240 px high unless told. */
export function LineChart({ height = CHART_HEIGHT, ...rest }: LineChartProps) {
  return <LazyPart part={lineChart} props={{ height, ...rest }} height={height} />;
}

/** Bars by category; 240 px high unless told. */
export function BarChart({ height = CHART_HEIGHT, ...rest }: BarChartProps) {
  return <LazyPart part={barChart} props={{ height, ...rest }} height={height} />;
}

/** A small curve; `Sparkline` dresses it for a tile. */
export function SparkLineChart({ height = CHART_HEIGHT, ...rest }: SparkLineChartProps) {
  return <LazyPart part={sparkLineChart} props={{ height, ...rest }} height={height} />;
}

/** A month of days, going up to years; `markedDays` carry a dot. */
export function DateCalendar(props: calendars.DateCalendarProps) {
  return <LazyPart part={dateCalendar} props={props} height={CALENDAR_HEIGHT} />;
}

/** The twelve months of a year. */
export function MonthCalendar(props: calendars.MonthCalendarProps) {
  return <LazyPart part={monthCalendar} props={props} height={CALENDAR_HEIGHT} />;
}

/** Years to choose from. */
export function YearCalendar(props: calendars.YearCalendarProps) {
  return <LazyPart part={yearCalendar} props={props} height={CALENDAR_HEIGHT} />;
}

/** A date picker that is always open. */
export function StaticDatePicker(props: calendars.StaticDatePickerProps) {
  return <LazyPart part={staticDatePicker} props={props} height={CALENDAR_HEIGHT} />;
}
