import { binEntrySchema, binPageSchema, binParamsSchema, binQuerySchema } from '../api/bin.ts';
import { deleteFromBin, listBin, restoreFromBin } from '../calls/bin.ts';
import { empty, json, specsOf } from './spec.ts';

const spec = specsOf('bin');

/** The bin: people, documents, press releases and events that were deleted within the last 30 days. */
export const binSpecs = [
  spec(listBin, {
    summary: 'What was deleted and can be restored, what was deleted last first',
    query: binQuerySchema,
    reply: json(binPageSchema),
  }),
  spec(restoreFromBin, {
    summary: 'Restore something from the bin',
    description:
      'It comes back as it was. A person signs in anew; a release whose time passed in the bin comes back as a draft, and no mail goes out.',
    params: binParamsSchema,
    query: binEntrySchema,
    reply: empty,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, 'already-exists': 409, conflict: 409 },
  }),
  spec(deleteFromBin, {
    summary: 'Delete something in the bin for good',
    params: binParamsSchema,
    query: binEntrySchema,
    reply: empty,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, conflict: 409 },
  }),
];
