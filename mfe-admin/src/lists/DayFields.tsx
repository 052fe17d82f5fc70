import { DatePicker } from '@cytocomm/kit/dashboard';
import classes from './lists.module.css';

const DAY_MS = 86_400_000;

/** Days in UTC, `2026-11-23`, between which a list is shown; an empty text is no choice. */
export interface Days {
  readonly from: string;
  /** The last day, inclusive. */
  readonly to: string;
}

/** The last day whose next one also has a year of four digits. */
const LAST_DAY = '9999-12-30';

/** Returns `text` if it is a day of the calendar; else an empty text. */
export function dayOf(text: string | null): string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text) || text > LAST_DAY) return '';
  const moment = new Date(text);
  // The 30th of February is read as a day of March.
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
  return exists ? text : '';
}

/** Returns the fields of a query that limit it to `days`. */
export function momentsOf({ from, to }: Days): { after?: string; before?: string } {
  return {
    ...(from !== '' && { after: from }),
    ...(to !== '' && { before: new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10) }),
  };
}

interface DayFieldsProps {
  readonly days: Days;
  readonly onChange: (changed: Partial<Days>) => void;
}

const UNREADABLE = 'Not a date that can be used: nothing is filtered by it.';

/** The fields of the first and the last day of a list. */
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
