import { DatePicker } from '@cytocomm/kit/dashboard';
import { type Days, LAST_DAY } from './days.ts';
import classes from './lists.module.css';

/** Properties of {@link DayFields}. */
export interface DayFieldsProps {
  readonly days: Days;
  readonly onChange: (changed: Partial<Days>) => void;
}

/** From which day to which a list goes. */
export function DayFields({ days: { from, to }, onChange }: DayFieldsProps) {
  return (
    <>
      <DatePicker
        label="From day (UTC)"
        zone="UTC"
        max={LAST_DAY}
        value={from}
        className={classes.choice}
        onChange={(from) => onChange({ from })}
      />
      <DatePicker
        label="To day (UTC)"
        zone="UTC"
        max={LAST_DAY}
        value={to}
        className={classes.choice}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}
