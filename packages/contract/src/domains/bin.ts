import { z } from 'zod';
import { callsOf, empty, json } from '../define-call.ts';
import { pageFields, pageOf } from '../fields.ts';

/** What can be deleted and taken back. */
export const binKindSchema = z.enum(['user', 'document', 'press-release', 'event']).meta({ id: 'BinKind' });
/** What can be deleted and taken back. */
export type BinKind = z.infer<typeof binKindSchema>;

/** Something that was deleted and can be restored until `keptUntil`. */
export const binItemSchema = z
  .object({
    kind: binKindSchema,
    id: z.string().describe('the id that it had; of a person the e-mail, until another with that e-mail is deleted'),
    email: z.string().optional().describe('of a person'),
    title: z.string(),
    deletedAt: z.iso.datetime(),
    deletedBy: z.string(),
    keptUntil: z.iso.datetime(),
  })
  .meta({ id: 'BinItem' });
/** Something that was deleted and can be restored. */
export type BinItem = z.infer<typeof binItemSchema>;

/** One page of the bin, what was deleted last first. */
export const binPageSchema = pageOf(binItemSchema);
/** One page of the bin. */
export type BinPage = z.infer<typeof binPageSchema>;

/** The query of the bin. */
export const binQuerySchema = z.strictObject({ kind: binKindSchema.optional(), ...pageFields });
/** The query of the bin. */
export type BinQuery = z.infer<typeof binQuerySchema>;

/** Which of the entries that one address has had is meant. */
const binEntrySchema = z.strictObject({
  deletedAt: z.iso
    .datetime()
    .optional()
    .describe('`deletedAt` of the entry that is meant: 409 when another one has its address meanwhile'),
});

/** The address of something in the bin. */
export const binParamsSchema = z.strictObject({ kind: binKindSchema, id: z.string().min(1).max(254).toLowerCase() });
/** Something in the bin, by its address. */
export type BinParams = z.infer<typeof binParamsSchema>;

const call = callsOf('bin');

/** The bin: people, documents, press releases and events that were deleted within the last 30 days. */
export default {
  listBin: call('GET', '/api/admin/bin', {
    summary: 'List deleted items, last deleted first',
    query: binQuerySchema,
    reply: json(binPageSchema),
  }),
  restoreFromBin: call('POST', '/api/admin/bin/:kind/:id/restore', {
    summary: 'Restore an item from the bin',
    description:
      'It comes back as it was. A person signs in anew; a release whose time passed in the bin comes back as a draft, and no mail goes out.',
    params: binParamsSchema,
    query: binEntrySchema,
    reply: empty,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, 'already-exists': 409, conflict: 409 },
  }),
  deleteFromBin: call('DELETE', '/api/admin/bin/:kind/:id', {
    summary: 'Delete an item in the bin permanently',
    params: binParamsSchema,
    query: binEntrySchema,
    reply: empty,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, conflict: 409 },
  }),
};
