import { type EventChange, type EventTimes, type NewEvent, timesFault } from '@cytocomm/contract';
import { invalidFields } from '../../platform/calls/problem.ts';
import { momentOf } from '../../platform/http/moment.ts';
import { audienceAfter } from './audience.ts';
import type { EventRecord } from './model.ts';

/** The fields of an event that an admin fills in. */
export type EventFields = Pick<
  EventRecord,
  'title' | 'date' | 'end' | 'allDay' | 'timeZone' | 'place' | 'url' | 'audience'
>;

/** The fields that say when an event is. */
const TIME_FIELDS = ['date', 'end', 'allDay', 'timeZone'] as const;

/** The fields that an admin may take away, besides the audience. */
const OPTIONAL_FIELDS = ['end', 'allDay', 'timeZone', 'place', 'url'] as const;

/** What a change sets and takes away. */
interface FieldChange {
  readonly $set: Partial<EventFields>;
  readonly $unset: Readonly<Record<string, 1>>;
}

/** Returns the fields to store. Throws 400 for a year that calendars cannot hold. */
export function fieldsOf(event: NewEvent): EventFields {
  const { $set } = changeOf(undefined, event);
  return { ...$set, title: event.title, date: momentOf(event.date, 'date') };
}

/** Returns what a change does to the record. Throws 400 for a year that calendars cannot hold, and for groups of what is public. */
export function changeOf(record: Pick<EventRecord, 'audience'> | undefined, change: EventChange): FieldChange {
  const { title, date, end, allDay, timeZone, place, url } = change;
  const isMoved = change.audience !== undefined || change.groups !== undefined;
  const audience = isMoved ? audienceAfter(record?.audience, change) : undefined;
  const gone = [
    ...OPTIONAL_FIELDS.filter((field) => change[field] === null),
    ...(isMoved && audience === undefined ? ['audience'] : []),
  ];
  return {
    $set: {
      ...(title !== undefined && { title }),
      ...(date !== undefined && { date: momentOf(date, 'date') }),
      ...(typeof end === 'string' && { end: momentOf(end, 'end') }),
      ...(typeof allDay === 'boolean' && { allDay }),
      ...(typeof timeZone === 'string' && { timeZone }),
      ...(typeof place === 'string' && { place }),
      ...(typeof url === 'string' && { url }),
      ...(audience !== undefined && { audience }),
    },
    $unset: Object.fromEntries(gone.map((field) => [field, 1])),
  };
}

/** Returns the fields of an event after a change. */
export function changed(record: EventRecord, change: EventChange): EventFields {
  const { $set, $unset } = changeOf(record, change);
  const { title, date, end, allDay, timeZone, place, url, audience } = record;
  const before = { title, date, end, allDay, timeZone, place, url, audience };
  const kept = Object.fromEntries(
    Object.entries(before).filter(([field, value]) => value !== undefined && !(field in $unset)),
  );
  return { title, date, ...kept, ...$set };
}

/** Whether a change says anything about when the event is. */
export const changesTimes = (change: EventChange): boolean => TIME_FIELDS.some((field) => change[field] !== undefined);

/** Throws 400 when the times of an event are wrong after a change. */
export function assertTimes(record: EventRecord, change: EventChange): void {
  const times: EventTimes = {
    date: change.date ?? record.date.toISOString(),
    end: change.end === undefined ? record.end?.toISOString() : change.end,
    allDay: change.allDay === undefined ? record.allDay : change.allDay,
    timeZone: change.timeZone === undefined ? record.timeZone : change.timeZone,
  };
  const fault = timesFault(times);
  if (fault !== null) throw invalidFields([{ path: `body.${fault.field}`, message: fault.message }]);
}
