import type { AuditAction } from '@cytocomm/contract';
import type { Model, QueryFilter } from 'mongoose';
import { z } from 'zod';
import { cutPage, decodeCursor, encodeCursor } from '../http/cursor.ts';
import type { AuditRecord } from './model.ts';

/** Which rows are wanted; all that are given must be met. */
export interface TrailFilter {
  readonly subject?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** This moment or later. */
  readonly after?: Date | undefined;
  /** Before this moment. */
  readonly before?: Date | undefined;
}

/** A page of rows. One of a filter may hold fewer than the limit, or none, and lead to more. */
export interface TrailPage {
  readonly rows: readonly AuditRecord[];
  readonly nextCursor: string | null;
}

/** How many rows are read at once when some of them may not be wanted, and how many at most for one answer. */
const BATCH = 500;
const MOST_READ = 2000;

/** What the database looks up by an index of its own: in this order, for few rows are about one subject, and many of one kind. */
const FIELDS = ['subject', 'actor', 'action'] as const;

const LAST_MS = 8.64e15;
/** The moment of the row that a page ends with, where the order needs it, and its number. */
const positionSchema = z.union([z.tuple([z.int()]), z.tuple([z.int().min(-LAST_MS).max(LAST_MS), z.int()])]);

function isWanted(row: AuditRecord, filter: TrailFilter): boolean {
  return (
    FIELDS.every((field) => filter[field] === undefined || row[field] === filter[field]) &&
    (filter.after === undefined || row.at >= filter.after) &&
    (filter.before === undefined || row.at < filter.before)
  );
}

/** Returns a page of the trail, newest first. Reads a bounded number of rows, whatever there are and is asked. */
export async function searchTrail(
  model: Model<AuditRecord>,
  filter: TrailFilter,
  limit: number,
  cursor: string | undefined,
): Promise<TrailPage> {
  const looked = FIELDS.find((field) => filter[field] !== undefined);
  // Rows are numbered as they are written, which a change that took long is after its moment.
  const byMoment = looked === undefined && (filter.after !== undefined || filter.before !== undefined);
  const positionOf = ({ _id, at }: AuditRecord) => (byMoment ? [at.getTime(), _id] : [_id]);
  const isLeft = (field: keyof TrailFilter) => field !== looked && filter[field] !== undefined;
  const isOpen = !byMoment && (['after', 'before', ...FIELDS] as const).some(isLeft);
  const size = isOpen ? BATCH : limit + 1;
  const wanted: AuditRecord[] = [];
  let position = cursor === undefined ? undefined : decodeCursor(cursor, positionSchema);
  for (let read = 0; read < MOST_READ; read += size) {
    const batch = await model
      .find({ ...(looked && { [looked]: filter[looked] }), ...following(position, byMoment, filter) })
      .sort(byMoment ? { at: -1, _id: -1 } : { _id: -1 })
      .limit(size)
      .lean<AuditRecord[]>();
    wanted.push(...batch.filter((row) => isWanted(row, filter)));
    const last = batch.at(-1);
    if (wanted.length > limit || batch.length < size || last === undefined) {
      const { page, nextCursor } = cutPage(wanted, limit, positionOf);
      return { rows: page, nextCursor };
    }
    position = byMoment ? [last.at.getTime(), last._id] : [last._id];
  }
  return { rows: wanted.slice(0, limit), nextCursor: position === undefined ? null : encodeCursor(position) };
}

/** Returns the filter for what follows a position in the order of a list. */
function following(
  position: z.infer<typeof positionSchema> | undefined,
  byMoment: boolean,
  { after, before }: TrailFilter,
): QueryFilter<AuditRecord> {
  const [first, second] = position ?? [];
  if (!byMoment) return first === undefined ? {} : { _id: { $lt: second ?? first } };
  const range = { at: { ...(after && { $gte: after }), ...(before && { $lt: before }) } };
  if (first === undefined || second === undefined) return range;
  const at = new Date(first);
  return { $and: [range, { at: { $lte: at } }, { $or: [{ at: { $lt: at } }, { _id: { $lt: second } }] }] };
}
