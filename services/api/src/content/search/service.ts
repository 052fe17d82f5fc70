import type { SearchAnswer, SearchedKind } from '@cytocomm/contract';
import { searchedKindSchema } from '@cytocomm/contract';
import type { Principal } from '../../platform/calls/access.ts';
import { rateLimited } from '../../platform/calls/problem.ts';
import type { Limits, Slots } from '../../platform/limits/service.ts';
import type { Finder } from '../../platform/lists/search-keys.ts';

/** How long one kind is searched for an answer, in ms. */
const DEADLINE_MS = 2000;
/** How many searches a person has at once: what was typed before may still be looked for. */
const MAX_OF_PERSON = 3;

/** The search of a portal. */
export interface Search {
  /**
   * Returns what a person may see and finds by words. A kind whose search takes longer than two seconds, or ends before it has
   * looked at all, is named as late.
   * Throws 429 beyond the person's limit or with too many searches at once, 503 when the process has too many; each is
   * counted first.
   */
  find(reader: Principal, words: string): Promise<SearchAnswer>;
}

/** Creates the search of a portal, of what finds each kind. */
export function createSearch(
  { limits }: { readonly limits: Pick<Limits, 'count'> },
  finders: Readonly<Record<SearchedKind, Finder>>,
  slots: Slots,
): Search {
  return {
    find: async (reader, words) => {
      const { allowed, secondsLeft } = await limits.count('searches-by-person', reader.email);
      if (!allowed) throw rateLimited(secondsLeft);
      const free = slots.take([{ key: reader.userId, max: MAX_OF_PERSON }]);
      const searches = searchedKindSchema.options.map((kind) => ({ kind, found: finders[kind](reader, words) }));
      // A search that is late still reads: its slot is free when it ends.
      void Promise.allSettled(searches.map(({ found }) => found)).then(free);
      const late: SearchedKind[] = [];
      const deadline = Promise.withResolvers<'late'>();
      const timer = setTimeout(() => deadline.resolve('late'), DEADLINE_MS);
      try {
        const answers = await Promise.all(
          searches.map(async ({ kind, found }) => {
            const answer = await Promise.race([found, deadline.promise]);
            if (answer === 'late' || answer.isCut) late.push(kind);
            return answer === 'late' ? [] : answer.found;
          }),
        );
        return { items: answers.flat(), late };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
