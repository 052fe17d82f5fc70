import type { ReleaseStatus } from '@cytocomm/contract';
import { momentOf } from '../http/moment.ts';
import { invalidFields } from '../http/problem.ts';
import { type PressReleaseRecord, statusOf } from './model.ts';

/** When a release appears: at a date, or not at all while it is a draft; and the time that is planned. */
export interface Plan {
  readonly date: Date | undefined;
  readonly publishAt: Date | undefined;
}

/** What an admin says about it. */
export interface Wish {
  readonly status?: ReleaseStatus | undefined;
  readonly publishAt?: string | null | undefined;
}

const refused = (field: string, message: string) => invalidFields([{ path: `body.${field}`, message }]);

/** Makes a plan of a wish; `before` is what is stored already. */
export function planFor({ status, publishAt }: Wish, before: PressReleaseRecord | undefined, now: Date): Plan {
  const current = before === undefined ? undefined : statusOf(before, now);
  const given = typeof publishAt === 'string' ? momentOf(publishAt, 'publishAt') : undefined;
  const kept = before?.publishAt !== undefined && before.publishAt > now ? before.publishAt : undefined;
  const planned = publishAt === undefined ? kept : given;

  if (status === 'draft' || (status === undefined && current === 'draft')) {
    return { date: undefined, publishAt: planned };
  }
  if (status === 'scheduled') {
    if (planned === undefined || planned <= now) throw refused('publishAt', 'a time in the future');
    return { date: planned, publishAt: planned };
  }
  if (status === 'published' && given !== undefined && given > now) {
    throw refused('publishAt', 'lies in the future: leave it out, or set the status to scheduled');
  }
  if (publishAt === null && status === undefined && current === 'scheduled') {
    throw refused('publishAt', 'say by the status whether it is a draft or published now');
  }
  // Out already, or to come at its time, and nothing was said about when.
  if (before !== undefined && publishAt === undefined && (status === undefined || current === 'published')) {
    return { date: before.date, publishAt: before.publishAt };
  }
  // A time in the past publishes at once, under that date: older news can be brought in.
  const date = given ?? now;
  return { date, publishAt: date };
}
