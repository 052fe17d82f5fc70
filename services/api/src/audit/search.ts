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
/** The moment and the id of the row that a page ends with. */
const placeSchema = z.tuple([z.int().min(-LAST_MS).max(LAST_MS), z.int()]);
/** Of a page of an earlier release the number of the row alone. */
const positionSchema = z.union([z.tuple([z.int()]), placeSchema]);
type Position = z.infer<typeof placeSchema>;

function isWanted(row: AuditRecord, filter: TrailFilter): boolean {
  return (
    FIELDS.every((field) => filter[field] === undefined || row[field] === filter[field]) &&
    (filter.after === undefined || row.at >= filter.after) &&
    (filter.before === undefined || row.at < filter.before)
  );
}

const positionOf = ({ _id, at }: AuditRecord): Position => [at.getTime(), _id];

/** Returns the position of a cursor; the beginning for the number of a row that there is not. */
async function positionAt(model: Model<AuditRecord>, cursor: string): Promise<Position | undefined> {
  const [first, second] = decodeCursor(cursor, positionSchema);
  if (second !== undefined) return [first, second];
  const row = await model.findById(first).lean();
  return row === null ? undefined : positionOf(row);
}

/** Returns a page of the trail, newest first. Reads a bounded number of rows, whatever there are and is asked. */
export async function searchTrail(
  model: Model<AuditRecord>,
  filter: TrailFilter,
  limit: number,
  cursor: string | undefined,
): Promise<TrailPage> {
  const looked = FIELDS.find((field) => filter[field] !== undefined);
  const isOpen = FIELDS.some((field) => field !== looked && filter[field] !== undefined);
  const size = isOpen ? BATCH : limit + 1;
  const wanted: AuditRecord[] = [];
  let position = cursor === undefined ? undefined : await positionAt(model, cursor);
  for (let read = 0; read < MOST_READ; read += size) {
    const batch = await model
      .find({ ...(looked && { [looked]: filter[looked] }), ...following(position, filter) })
      .sort({ at: -1, _id: -1 })
      .limit(size)
      .lean<AuditRecord[]>();
    wanted.push(...batch.filter((row) => isWanted(row, filter)));
    const last = batch.at(-1);
    if (wanted.length > limit || batch.length < size || last === undefined) {
      const { page, nextCursor } = cutPage(wanted, limit, positionOf);
      return { rows: page, nextCursor };
    }
    position = positionOf(last);
  }
  return { rows: wanted.slice(0, limit), nextCursor: position === undefined ? null : encodeCursor(position) };
}

/** Returns the filter for the moments that are wanted, behind a position. */
function following(position: Position | undefined, { after, before }: TrailFilter): QueryFilter<AuditRecord> {
  const range = after || before ? [{ at: { ...(after && { $gte: after }), ...(before && { $lt: before }) } }] : [];
  if (position === undefined) return range[0] ?? {};
  const [moment, id] = position;
  const at = new Date(moment);
  return { $and: [...range, { at: { $lte: at } }, { $or: [{ at: { $lt: at } }, { _id: { $lt: id } }] }] };
}
