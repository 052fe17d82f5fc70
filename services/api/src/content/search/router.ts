import { type SearchAnswer, type SearchedKind, searchedKindSchema, searchPortal } from '@cytocomm/contract';
import { type Principal, signedIn } from '../../platform/calls/access.ts';
import { rateLimited } from '../../platform/calls/problem.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import type { Limits, Slots } from '../../platform/limits/service.ts';
import type { Finder } from '../../platform/lists/search.ts';

/** Timeout of the search of one kind, in ms. */
const DEADLINE_MS = 2000;
/** Concurrent searches per person: earlier input may still be searched. */
const MAX_PER_PERSON = 3;

/** The search of a portal. */
interface Search {
  /**
   * Searches everything the person may see. Kinds that take longer than two seconds are named as late.
   * Throws 429 beyond the limits of the person, 503 beyond those of the process.
   */
  find(reader: Principal, words: string): Promise<SearchAnswer>;
}

/** Creates the search of a portal from the finder of each kind. */
export function createSearch(
  { limits }: { readonly limits: Pick<Limits, 'count'> },
  finders: Readonly<Record<SearchedKind, Finder>>,
  slots: Slots,
): Search {
  return {
    find: async (reader, words) => {
      // Before the use is counted, so that a burst does not take all connections to the database.
      const free = slots.take([{ key: reader.userId, max: MAX_PER_PERSON }]);
      let searches: { readonly kind: SearchedKind; readonly found: ReturnType<Finder> }[] = [];
      try {
        const { allowed, secondsLeft } = await limits.count('searches-by-person', reader.email);
        if (!allowed) throw rateLimited(secondsLeft);
        searches = searchedKindSchema.options.map((kind) => ({ kind, found: finders[kind](reader, words) }));
      } finally {
        // A late search keeps its slot until it ends.
        void Promise.allSettled(searches.map(({ found }) => found)).then(free);
      }
      const late: SearchedKind[] = [];
      const deadline = Promise.withResolvers<'late'>();
      const timer = setTimeout(() => deadline.resolve('late'), DEADLINE_MS);
      try {
        const answers = await Promise.all(
          searches.map(async ({ kind, found }) => {
            const answer = await Promise.race([found, deadline.promise]);
            if (answer !== 'late') return answer;
            late.push(kind);
            return [];
          }),
        );
        return { items: answers.flat(), late };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** The route of the search. */
export function searchRoutes(search: Search): RouteTable {
  const table = routeTable();
  table.answer(searchPortal, signedIn, ({ principal, query }) => search.find(principal, query.q));
  return table;
}
