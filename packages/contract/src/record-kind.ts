import { z } from 'zod';

/** The kinds of records that tools show and notifications are about. */
export const recordKindSchema = z
  .enum(['user', 'document', 'press-release', 'event', 'mail', 'release', 'failure'])
  .meta({ id: 'RecordKind' });
/** A kind of record that a tool shows. */
export type RecordKind = z.infer<typeof recordKindSchema>;

/** The kinds of records that the search finds. */
export const searchedKindSchema = recordKindSchema.extract(['user', 'document', 'press-release', 'event']);
/** A kind of record that the search finds. */
export type SearchedKind = z.infer<typeof searchedKindSchema>;
