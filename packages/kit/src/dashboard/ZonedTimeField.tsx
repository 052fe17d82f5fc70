import { useId } from 'react';
import { Radio } from '../forms/fields.tsx';
import { faultOfClock, momentIn } from '../time/zone-clock.ts';
import { DateTimePicker } from './lazy-parts.tsx';
import classes from './ZonedTimeField.module.css';

/** Properties of {@link ZonedTimeField}. */
export interface ZonedTimeFieldProps {
  readonly label: string;
  /** What the clocks of the zone show: `2026-11-20T15:30`; null while there is nothing. */
  readonly value: string | null;
  /** The second of two is meant, where those clocks show it twice. */
  readonly isSecond: boolean;
  /** A zone that this browser knows. */
  readonly zone: string;
  /** What is wrong and what to do. A time that the clocks never show is told by the field itself. */
  readonly error?: string | undefined;
  /** Whether it can be read alone. */
  readonly readOnly?: boolean | undefined;
  /** Called with null, and true at last, while what stands there is no date and time. Another time is the first of two. */
  readonly onChange: (value: string | null, isSecond: boolean, isUnreadable: boolean) => void;
}

/** A date and time by the clocks of a zone; where they go back and show it twice, it asks which one is meant. */
export function ZonedTimeField({ label, value, isSecond, zone, error, readOnly, onChange }: ZonedTimeFieldProps) {
  const name = useId();
  const isTwice = value !== null && momentIn(zone, value).shown === 'twice';
  const gap = value === null ? undefined : faultOfClock(zone, value);
  return (
    <div className={classes.field}>
      <DateTimePicker
        label={label}
        value={value}
        zone={zone}
        error={gap ?? error}
        readOnly={readOnly}
        onChange={(chosen, isUnreadable) => onChange(chosen, false, isUnreadable)}
      />
      {isTwice ? (
        <fieldset className={classes.two}>
          <legend>{label}: the clocks there show this twice</legend>
          {CHOICES.map((choice) => (
            <Radio
              key={choice.label}
              label={choice.label}
              name={name}
              checked={isSecond === choice.isSecond}
              onChange={() => onChange(value, choice.isSecond, false)}
            />
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

const CHOICES = [
  { isSecond: false, label: 'The first time, before the clocks go back' },
  { isSecond: true, label: 'The second time, after it' },
] as const;
