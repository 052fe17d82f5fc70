import type { ReleaseStatus } from '@cytocomm/contract';
import { momentOf } from '../http/moment.ts';
import { invalidFields } from '../http/problem.ts';
import { type PressReleaseRecord, statusOf } from './model.ts';

/** When a release is published, undefined for a draft, and the planned time. */
export interface Plan {
  readonly date: Date | undefined;
  readonly publishAt: Date | undefined;
}

/** What an admin requests. */
export interface PlanRequest {
  readonly status?: ReleaseStatus | undefined;
  readonly publishAt?: string | null | undefined;
}

const invalidField = (field: string, message: string) => invalidFields([{ path: `body.${field}`, message }]);

/** Returns the plan for a request; `before` is the stored release. */
export function planFor({ status, publishAt }: PlanRequest, before: PressReleaseRecord | undefined, now: Date): Plan {
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
