import { errorWords } from './error-words.ts';
import { added, type Fault, MAX_TOLD } from './plan.ts';
import type { Visit } from './visits.ts';
import type { WatchedPage } from './watched-page.ts';

const pathOf = (address: string) => address.split(/[?#]/)[0];

/** Returns where a page went from its address. */
export function movesOf(visit: Visit, went: readonly string[]): string[] {
  return went.filter((address) => pathOf(address) !== pathOf(visit.path));
}

/** Returns what happened in a page that should not; `untranslated` is how many errors there were before a translation was at work. */
export function happenings(
  watched: WatchedPage,
  visit: Visit,
  idleErrors: readonly string[],
  untranslated = Number.POSITIVE_INFINITY,
): Fault[] {
  const { errors, outside, failed, opened, went, visitor } = watched;
  const firstOf = (all: readonly string[]) => [...new Set(all)].slice(0, MAX_TOLD);
  const hasLeft = watched.documents() > 1;
  const away = movesOf(visit, went).filter(() => hasLeft || !visit.mayMove);
  return [
    ...(watched.hasCrashed() ? [{ words: 'its page crashed', mend: 'take less memory' }] : []),
    ...firstOf(added(errors, idleErrors)).map((text) => ({
      ...(errors.indexOf(text) < untranslated
        ? { words: `the console has an error: ${errorWords(text)}`, mend: 'mend its cause' }
        : {
            words: `with a browser’s translation at work the console has an error: ${errorWords(text)}`,
            mend: 'expect that a text has another parent, or is gone: change the elements that hold texts, not the texts',
          }),
    })),
    ...firstOf(outside).map((url) => ({
      words: `it asks ${url.slice(0, 200)}, which is not the portal`,
      mend: 'ask the portal’s API, and bring files along in the release',
    })),
    ...firstOf(failed).map((path) => ({ words: `the request for ${path} failed`, mend: 'ask for what is there' })),
    ...firstOf(visitor.unknownCalls).map((call) => ({
      words: `it calls ${call}, which the API does not have`,
      mend: 'call what the contract has',
    })),
    ...firstOf(opened).map((what) => ({ words: `it opened ${what} without being asked`, mend: 'wait for a press' })),
    ...firstOf(away).map((path) => ({ words: `it went to ${path} without being asked`, mend: 'stay on the page' })),
    ...(hasLeft && away.length === 0 ? [{ words: 'it loaded its page again', mend: 'stay on the page' }] : []),
  ];
}
