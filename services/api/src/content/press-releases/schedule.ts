import type { PressReleaseStatus, PressReleaseText } from '@cytocomm/contract';
import { invalidFields } from '../../platform/calls/problem.ts';
import { momentOf } from '../../platform/http/input.ts';
import { type PressReleaseRecord, statusOf } from './model.ts';

/** A planned time, and the zone that it was entered in. */
interface Planned {
  readonly publishAt?: PressReleaseRecord['publishAt'] | undefined;
  readonly timeZone?: PressReleaseRecord['timeZone'] | undefined;
}

/** Formats a planned time in its zone, by default UTC: `2026-12-01 07:00 Europe/Berlin`; undefined for none. */
export function formatPlannedTime({ publishAt, timeZone = 'UTC' }: Planned): string | undefined {
  if (publishAt === undefined) return undefined;
  return `${publishAt.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })} ${timeZone}`;
}

interface PlannedTimes {
  readonly date: Date | undefined;
  readonly publishAt: Date | undefined;
}

/** The publication date, undefined for a draft, and the planned time with its zone. */
export interface Plan extends PlannedTimes {
  readonly timeZone: string | undefined;
}

/** The requested status and time. */
export interface PlanRequest {
  readonly status?: PressReleaseStatus | undefined;
  readonly publishAt?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
}

/** The stored planned time, if any. */
type PlannedBefore = Pick<PressReleaseRecord, 'publishAt' | 'timeZone'> | undefined;

const invalidField = (field: string, message: string) => invalidFields([{ path: `body.${field}`, message }]);

/** Returns the zone of a planned time, by default the stored one. Throws 400 for a zone without a time. */
function zoneFor(
  { publishAt, timeZone }: PlanRequest,
  planned: Date | undefined,
  before: PlannedBefore,
): string | undefined {
  const isEntered = planned !== undefined && (typeof publishAt === 'string' || +planned === Number(before?.publishAt));
  if (!isEntered && typeof timeZone === 'string') throw invalidField('timeZone', 'only with a time in publishAt');
  if (!isEntered) return undefined;
  return timeZone === undefined ? before?.timeZone : (timeZone ?? undefined);
}

/** Returns the planned time of a saved text, and its zone. Throws 400 for a zone without a time. */
export function readPlannedTime(
  text: Pick<PressReleaseText, 'publishAt' | 'timeZone'>,
  before: PlannedBefore,
): { readonly publishAt?: Date; readonly timeZone?: string } {
  const publishAt = text.publishAt === null ? undefined : momentOf(text.publishAt, 'publishAt');
  const timeZone = zoneFor(text, publishAt, before);
  return { ...(publishAt !== undefined && { publishAt }), ...(timeZone !== undefined && { timeZone }) };
}

/** Returns the plan for a request; `before` is the stored release. Throws 400 for a contradictory request. */
export function planFor(request: PlanRequest, before: PressReleaseRecord | undefined, now: Date): Plan {
  const times = timesFor(request, before, now);
  return { ...times, timeZone: zoneFor(request, times.publishAt, before) };
}

function timesFor({ status, publishAt }: PlanRequest, before: PressReleaseRecord | undefined, now: Date): PlannedTimes {
  const current = before === undefined ? undefined : statusOf(before, now);
  const requested = typeof publishAt === 'string' ? momentOf(publishAt, 'publishAt') : undefined;
  const previous = before?.publishAt !== undefined && before.publishAt > now ? before.publishAt : undefined;
  const planned = publishAt === undefined ? previous : requested;

  if (status === 'draft' || (status === undefined && current === 'draft')) {
    return { date: undefined, publishAt: planned };
  }
  if (status === 'scheduled') {
    if (planned === undefined || planned <= now) throw invalidField('publishAt', 'a time in the future');
    return { date: planned, publishAt: planned };
  }
  if (status === 'published' && requested !== undefined && requested > now) {
    throw invalidField('publishAt', 'lies in the future: leave it out, or set the status to scheduled');
  }
  if (publishAt === null && status === undefined && current === 'scheduled') {
    throw invalidField('publishAt', 'say by the status whether it is a draft or published now');
  }
  // Published or scheduled, and no time was requested.
  if (before !== undefined && publishAt === undefined && (status === undefined || current === 'published')) {
    return { date: before.date, publishAt: before.publishAt };
  }
  // A past time publishes at once under that date: older news can be added.
  const date = requested ?? now;
  return { date, publishAt: date };
}
