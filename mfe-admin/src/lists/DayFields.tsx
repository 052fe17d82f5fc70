import { TextField } from '@cytocomm/kit';
import type { Days } from './days.ts';
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
      <TextField
        label="From day (UTC)"
        type="date"
        value={from}
        className={classes.choice}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label="To day (UTC)"
        type="date"
        value={to}
        className={classes.choice}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </>
  );
}
