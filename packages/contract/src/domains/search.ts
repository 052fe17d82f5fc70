import { z } from 'zod';
import { MAX_FOUND_OF_KIND, MAX_SEARCH_WORDS } from '../bounds.ts';
import { callsOf, json } from '../define-call.ts';
import { searchedKindSchema } from '../fields.ts';
import { PRINTABLE_LINE } from '../text.ts';
import { pressReleaseStatusSchema } from './press-releases.ts';

/** How many characters a search may have. */
const MAX_SEARCH_LENGTH = 100;

/** The query of the search. */
export const searchQuerySchema = z.strictObject({
  q: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(MAX_SEARCH_LENGTH, `at most ${MAX_SEARCH_LENGTH} characters`)
    // No pattern: the API's document would hold it, and its readers understand Unicode classes differently.
    .refine((text) => PRINTABLE_LINE.test(text) && text.isWellFormed(), 'one line, no control characters')
    .refine((text) => text.split(/\s+/).length <= MAX_SEARCH_WORDS, `at most ${MAX_SEARCH_WORDS} words`)
    .describe('words, each of which is found; shorter than 3 characters the start of a word'),
});
/** The query of the search. */
export type SearchQuery = z.infer<typeof searchQuerySchema>;

/** A record that was found. */
export const foundRecordSchema = z
  .object({
    kind: searchedKindSchema,
    id: z.string().describe('of a person the e-mail'),
    title: z.string().describe('of a person the name'),
    about: z
      .string()
      .describe(
        'what tells it from others: an e-mail, a kind, revision, audience and file name, a place; empty when there is nothing',
      ),
    date: z.iso.datetime().nullable().describe('when it was uploaded, is published, or begins'),
    status: pressReleaseStatusSchema
      .exclude(['published'])
      .optional()
      .describe('of a press release that is not out yet, which only admins find; `about` begins with it'),
  })
  .meta({ id: 'FoundRecord' });
/** A record that was found. */
export type FoundRecord = z.infer<typeof foundRecordSchema>;

/** What a search found, kind by kind. */
export const searchAnswerSchema = z.object({
  items: z.array(foundRecordSchema),
  late: z.array(searchedKindSchema).describe('kinds whose search took too long: there may be more of them'),
});
/** What a search found. */
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;

const call = callsOf('search');

/** The search. */
export default {
  searchPortal: call('GET', '/api/search', {
    summary: 'Search people, documents, press releases and events you can see',
    description: `At most ${MAX_FOUND_OF_KIND} of each kind. Only admins find people (by e-mail and name) and drafts. Deleted items are never found.`,
    query: searchQuerySchema,
    reply: json(searchAnswerSchema),
  }),
};
