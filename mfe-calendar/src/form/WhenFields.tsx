import { Checkbox, Select } from '@cytocomm/kit';
import { DatePicker, ownZone, ZonedTimeField, zonesWith } from '@cytocomm/kit/dashboard';
import { useRef } from 'react';
import { addDays } from '../days/days.ts';
import type { DateField, DraftFaults, EventDraft } from './event-draft.ts';
import classes from './form.module.css';

/** From when to when an event is that was one of whole days, until somebody says otherwise. */
const [FROM, TO] = ['09:00', '17:00'];

const dayOf = (clock: string | null): string => clock?.slice(0, 10) ?? '';
/** What ends at midnight is not on the day that begins then. */
const endsAtMidnight = ({ start, end }: EventDraft): boolean =>
  end?.endsWith('T00:00') === true && (start === null || start < end);
/** The time of day is kept of what stood there before. */
const clockOf = (day: string, before: string | null, time: string): string | null =>
  day === '' ? null : `${day}T${before?.slice(11) ?? time}`;

/** Returns what changes when an event of moments becomes one of whole days: it is on the days that it was on. */
export const toWholeDays = (draft: EventDraft): Partial<EventDraft> => ({
  wholeDays: true,
  day: dayOf(draft.start),
  lastDay: endsAtMidnight(draft) ? addDays(dayOf(draft.end), -1) : dayOf(draft.end),
  unreadable: [],
});

/** Returns an end that stays as far behind a start as it was before the start moved. */
export function movedAlong(end: string, before: string, start: string): string {
  const asUtc = (text: string) => new Date(text.includes('T') ? `${text}Z` : text).getTime();
  return new Date(asUtc(end) + asUtc(start) - asUtc(before)).toISOString().slice(0, end.length);
}

/** Returns what changes when an event of whole days becomes one of moments: it is on the days that it was on. */
export function toMoments(draft: EventDraft): Partial<EventDraft> {
  const dayOfEnd = draft.lastDay !== '' && endsAtMidnight(draft) ? addDays(draft.lastDay, 1) : draft.lastDay;
  const [start, end] = [clockOf(draft.day, draft.start, FROM), clockOf(dayOfEnd, draft.end, TO)];
  return {
    wholeDays: false,
    start,
    startIsSecond: draft.startIsSecond && start === draft.start,
    end,
    endIsSecond: draft.endIsSecond && end === draft.end,
    unreadable: [],
  };
}

/** Properties of the parts of an event's form. */
export interface DraftPartProps {
  readonly draft: EventDraft;
  readonly faults: DraftFaults;
  /** Whether it can be read alone. */
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<EventDraft>) => void;
}

/** Returns the fields of which none can be read, after one has changed. */
const unreadableWith = ({ unreadable }: EventDraft, field: DateField, isUnreadable: boolean): readonly DateField[] => [
  ...unreadable.filter((each) => each !== field),
  ...(isUnreadable ? [field] : []),
];

/** When an event is: whole days, or moments by the clocks of a named zone. */
export function WhenFields({ draft, faults, readOnly, onChange }: DraftPartProps) {
  const moved = useMovedEnd();
  const pick = (field: 'day' | 'lastDay') => (day: string, isUnreadable: boolean) =>
    onChange({
      [field]: day,
      ...(field === 'day' && draft.lastDay !== '' && { lastDay: moved(draft.lastDay, draft.day, day) }),
      unreadable: unreadableWith(draft, field, isUnreadable),
    });
  return (
    <>
      {draft.wholeDays ? (
        <div className={classes.pair}>
          <DatePicker label="Date" value={draft.day} readOnly={readOnly} onChange={pick('day')} />
          <DatePicker
            label="Last day (optional)"
            value={draft.lastDay}
            error={faults.lastDay}
            readOnly={readOnly}
            onChange={pick('lastDay')}
          />
        </div>
      ) : (
        <Moments draft={draft} faults={faults} readOnly={readOnly} onChange={onChange} />
      )}
      <Checkbox
        label="Whole days"
        checked={draft.wholeDays}
        onChange={({ target }) => onChange(target.checked ? toWholeDays(draft) : toMoments(draft))}
      />
    </>
  );
}

/** Returns what moves an end along with its start, also over a start that is half typed and has no value meanwhile. */
function useMovedEnd() {
  const last = useRef('');
  return (end: string, before: string, start: string) => {
    if (before !== '') last.current = before;
    return start === '' || last.current === '' ? end : movedAlong(end, last.current, start);
  };
}

function Moments({ draft, faults, readOnly, onChange }: DraftPartProps) {
  const zones = zonesWith(draft.zone);
  const moved = useMovedEnd();
  return (
    <>
      <div className={classes.pair}>
        <ZonedTimeField
          label="Starts"
          value={draft.start}
          isSecond={draft.startIsSecond}
          zone={draft.zone}
          error={faults.start}
          readOnly={readOnly}
          onChange={(start, startIsSecond, isUnreadable) =>
            onChange({
              start,
              startIsSecond,
              ...(draft.end !== null &&
                start !== draft.start && { end: moved(draft.end, draft.start ?? '', start ?? ''), endIsSecond: false }),
              unreadable: unreadableWith(draft, 'start', isUnreadable),
            })
          }
        />
        <ZonedTimeField
          label="Ends (optional)"
          value={draft.end}
          isSecond={draft.endIsSecond}
          zone={draft.zone}
          error={faults.end}
          readOnly={readOnly}
          onChange={(end, endIsSecond, isUnreadable) =>
            onChange({ end, endIsSecond, unreadable: unreadableWith(draft, 'end', isUnreadable) })
          }
        />
      </div>
      <Select
        label="Time zone"
        hint={draft.zone === ownZone() ? 'The zone that you are in.' : `You are in ${ownZone()}.`}
        value={draft.zone}
        onChange={({ target }) => onChange({ zone: target.value, startIsSecond: false, endIsSecond: false })}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </>
  );
}
