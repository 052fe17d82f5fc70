import type { AuditAction, AuditSort } from '@cytocomm/contract';
import type { Model } from 'mongoose';
import { inTime, orderNamed, type Page, readPage } from '../lists/pages.ts';
import { beginsWith } from '../lists/search.ts';
import type { AuditRecord } from './model.ts';

/** Which rows are wanted; all that are given must be met. */
export interface TrailFilter {
  /** How the subject begins. */
  readonly subject?: string | undefined;
  /** How the actor begins. */
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** This moment or later. */
  readonly after?: Date | undefined;
  /** Before this moment. */
  readonly before?: Date | undefined;
  /** By default newest first. */
  readonly sort?: AuditSort | undefined;
}

/** Returns a page of the trail. Throws 400 for a cursor that no page had. */
export function searchTrail(
  model: Model<AuditRecord>,
  { sort = '-at', subject, actor, action, after, before }: TrailFilter,
  limit: number,
  cursor: string | undefined,
): Promise<Page<AuditRecord>> {
  const filter = {
    ...inTime('at', after, before),
    ...(subject !== undefined && { subject: beginsWith(subject) }),
    ...(actor !== undefined && { actor: beginsWith(actor) }),
    ...(action !== undefined && { action }),
  };
  return readPage(model, { filter, order: orderNamed<AuditRecord>(sort, { at: 'at' }, '_id'), limit, cursor });
}
