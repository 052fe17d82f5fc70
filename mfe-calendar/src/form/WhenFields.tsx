import { Checkbox, Select } from '@cytocomm/kit';
import { DatePicker, ownZone, ZonedTimeField, zonesWith } from '@cytocomm/kit/dashboard';
import { useRef } from 'react';
import type { DateField, DraftFaults, EventDraft } from './event-draft.ts';
import classes from './form.module.css';
import { movedAlong, toMoments, toWholeDays } from './whole-days.ts';

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
