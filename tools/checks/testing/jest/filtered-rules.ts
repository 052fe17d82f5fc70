import { createRequire } from 'node:module';
import { mayMatch } from './rule-filter.ts';

/** The part of jsdom that says whether a rule of a style sheet is one of an element's. */
interface Selectors {
  matchesDontThrow(element: JsdomElement, selectors: unknown): boolean;
}
interface JsdomElement {
  readonly localName: string;
  getAttributeNS(namespace: null, name: string): string | null;
}

const isSelectors = (value: unknown): value is Selectors =>
  typeof value === 'object' &&
  value !== null &&
  'matchesDontThrow' in value &&
  typeof value.matchesDontThrow === 'function';

const require = createRequire(import.meta.url);
const requireOfJsdom = createRequire(require.resolve('jest-environment-jsdom'));
const selectors: unknown = requireOfJsdom('jsdom/lib/jsdom/living/helpers/selectors.js');
if (!isSelectors(selectors))
  throw new Error(
    'jsdom has no "matchesDontThrow" as filtered-rules.ts uses it: its version is another than the pinned one.',
  );

const { matchesDontThrow } = selectors;

// A component's style is some thousand rules, and looking for a button asks each of them about each element. Most name a
// class that the element has not. To be loaded before jsdom, which takes the function as it finds it.
selectors.matchesDontThrow = (element, list) => {
  if (typeof list === 'string') {
    const named = {
      localName: element.localName,
      id: element.getAttributeNS(null, 'id'),
      classes: element.getAttributeNS(null, 'class'),
    };
    if (!mayMatch(named, list)) return false;
  }
  return matchesDontThrow(element, list);
};
