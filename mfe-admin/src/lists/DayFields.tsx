import { DatePicker } from '@cytocomm/kit/dashboard';
import { type Days, LAST_DAY } from './days.ts';
import classes from './lists.module.css';

/** Properties of {@link DayFields}. */
export interface DayFieldsProps {
  readonly days: Days;
  readonly onChange: (changed: Partial<Days>) => void;
}

/** Said of a day that is half typed, or none. */
const UNREADABLE = 'Not a date that can be used: nothing is filtered by it.';

/** From which day to which a list goes. */
export function DayFields({ days: { from, to }, onChange }: DayFieldsProps) {
  return (
    <>
      <DatePicker
        label="From day (UTC)"
        zone="UTC"
        max={LAST_DAY}
        value={from}
        unreadable={UNREADABLE}
        className={classes.choice}
        onChange={(day) => day !== from && onChange({ from: day })}
      />
      <DatePicker
        label="To day (UTC)"
        zone="UTC"
        max={LAST_DAY}
        value={to}
        unreadable={UNREADABLE}
        className={classes.choice}
        onChange={(day) => day !== to && onChange({ to: day })}
      />
    </>
  );
}
