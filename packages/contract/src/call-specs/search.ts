import { MAX_FOUND_OF_KIND, searchAnswerSchema, searchQuerySchema } from '../api/search.ts';
import { searchPortal } from '../calls/search.ts';
import { json, specsOf } from './spec.ts';

const spec = specsOf('search');

/** The search. */
export const searchSpecs = [
  spec(searchPortal, {
    summary: 'People, documents, press releases and events that the caller may see, by words',
    description: `At most ${MAX_FOUND_OF_KIND} of each kind. People are found by admins alone, by e-mail and name; drafts by admins alone; nothing that is in the bin by anybody.`,
    query: searchQuerySchema,
    reply: json(searchAnswerSchema),
  }),
];
