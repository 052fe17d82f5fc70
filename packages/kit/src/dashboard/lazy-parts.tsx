import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import { ErrorState, Skeleton, SkeletonGroup } from '../feedback/feedback.tsx';
import type * as calendars from './calendars.tsx';
import type * as charts from './charts.tsx';
import type * as days from './date-picker.tsx';
import type * as times from './date-time-picker.tsx';
import classes from './lazy-part.module.css';
import type { PickerFieldProps } from './picker-frame.tsx';

/** A component that is fetched when it is first shown. */
export interface Part<Props> {
  /** Its name in `Loading chart` and `The chart could not be loaded.` */
  readonly what: string;
  readonly load: () => Promise<ComponentType<Props>>;
  /** Set once it is here. A failure leaves no trace, so the next try is a real one. */
  readonly loaded: () => ComponentType<Props> | undefined;
}

/** Creates a part that remembers its component once it has come. */
export function createPart<Props>(what: string, fetchPart: () => Promise<ComponentType<Props>>): Part<Props> {
  let component: ComponentType<Props> | undefined;
  return {
    what,
    load: async () => {
      component = await fetchPart();
      return component;
    },
    loaded: () => component,
  };
}

/** Properties of {@link LazyPart}. */
export interface LazyPartProps<Props> {
  readonly part: Part<Props>;
  readonly props: Props;
  /** The room it will take, in pixels, so that nothing moves when it comes. */
  readonly height: number;
}

type PartState<Props> =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly component: ComponentType<Props> };

/** Keeps a heavy part out of the door's first load: a skeleton until it comes, Retry when it does not. */
export function LazyPart<Props extends object>({ part: { what, load, loaded }, props, height }: LazyPartProps<Props>) {
  const [state, setState] = useState<PartState<Props>>(() => {
    const component = loaded();
    return component ? { status: 'ready', component } : { status: 'loading' };
  });
  const loading = state.status === 'loading';

  useEffect(() => {
    if (!loading) return;
    let current = true;
    load().then(
      (component) => current && setState({ status: 'ready', component }),
      () => current && setState({ status: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [loading, load]);

  if (state.status === 'ready') return <state.component {...props} />;
  if (state.status === 'failed') {
    return <ErrorState title={`The ${what} could not be loaded.`} onRetry={() => setState({ status: 'loading' })} />;
  }
  return (
    <SkeletonGroup label={`Loading ${what}`} className={classes.room}>
      <div style={{ height }}>
        <Skeleton shape="block" className={classes.fill} />
      </div>
    </SkeletonGroup>
  );
}

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
