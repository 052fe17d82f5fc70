import { z } from 'zod';

/** The kinds of records that people look for. */
export const recordKindSchema = z.enum(['user', 'document', 'press-release', 'event']).meta({ id: 'RecordKind' });
/** A kind of record that people look for. */
export type RecordKind = z.infer<typeof recordKindSchema>;
