import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { type IdleLook, type IdlePage, lastingChanges } from './idle-page.ts';
import { answerOf, lookUntil, NoAnswer } from './page-answers.ts';
import { type SlotPlace, unreadyWords } from './page-functions.ts';
import { added, errorWords, type Fault, MAX_TOLD, type TrialTimes, type Visit } from './plan.ts';
import type { TrialSite } from './site.ts';
import { translate } from './translation.ts';
import { closeOverlay, openOverlay, openWatchedPage, QUIET_MS, type WatchedPage } from './watched-page.ts';

const pathOf = (address: string) => address.split(/[?#]/)[0];

/** Returns where a page went from its address. */
function movesOf(visit: Visit, went: readonly string[]): string[] {
  return went.filter((address) => pathOf(address) !== pathOf(visit.path));
}

/** Returns what happened in a page that should not; `untranslated` is how many errors there were before a translation was at work. */
function happenings(
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

/** Rules about a page as a whole: beside other sections the answer would be another. */
const RULES_OF_PAGES = ['heading-order', 'landmark-one-main', 'page-has-heading-one', 'region'];

/** Something that axe found. */
interface Violation {
  readonly id: string;
  readonly help: string;
  /** The first element, as a selector. */
  readonly target: string;
}

/** Returns what axe finds inside the slots of a page; without a place, inside its dialogs. */
async function violationsIn(page: Page, place: SlotPlace | null): Promise<readonly Violation[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    async ({ place: slots, rulesOfPages }) => {
      let parent: Element | undefined = document.body;
      for (const step of slots?.path ?? []) parent = parent?.children[step];
      const children = [...(parent?.children ?? [])];
      const include = slots
        ? children.slice(slots.before, children.length - slots.behind)
        : [...document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')].filter((element) =>
            element.checkVisibility({ visibilityProperty: true }),
          );
      const checker: typeof axe = Reflect.get(globalThis, 'axe');
      // What was not there before must not be there afterwards.
      Reflect.deleteProperty(globalThis, 'axe');
      if (include.length === 0) return [];
      const { violations } = await checker.run(
        { include },
        {
          resultTypes: ['violations'],
          rules: Object.fromEntries(rulesOfPages.map((rule) => [rule, { enabled: false }])),
        },
      );
      return violations.map(({ id, help, nodes }) => ({ id, help, target: String(nodes[0]?.target.join(' ') ?? '') }));
    },
    { place, rulesOfPages: RULES_OF_PAGES },
  );
}

/** Where what is tried stands; an overlay stands in a dialog. */
const placeOf = ({ opens }: Visit, slots: SlotPlace) => (opens === undefined ? slots : null);

/** Waits until all of a visit is there. Returns what is not. */
async function waitUntilReady(
  watched: WatchedPage,
  visit: Visit,
  slots: SlotPlace,
  readyMs: number,
): Promise<Fault | undefined> {
  const { page } = watched;
  let missing = 'its scripts did not start';
  const isOver = await lookUntil(async () => {
    if (watched.hasCrashed() || movesOf(visit, watched.went).length > 0) return true;
    const words = await page.evaluate(unreadyWords, placeOf(visit, slots));
    if (words !== '') missing = words;
    else if (Date.now() - watched.lastRequestAt() < QUIET_MS) missing = 'its requests do not end';
    else return true;
    return undefined;
  }, readyMs);
  if (isOver) return undefined;
  return {
    words: `it was not ready within ${readyMs / 1000} s: ${missing}`,
    mend: 'show the content, or that it could not be loaded, within that time',
    isLate: true,
  };
}

/** Returns how to mend that the server could not render a page. */
export function renderAdvice(failure: string): string {
  if (failure.includes('its markup')) return 'render less of it, and nothing but the elements of a component';
  if (/stopped after|waits for something/.test(failure)) return 'render within 2 s of work, and wait for nothing';
  return 'render without the globals of a browser';
}

/** Opens the page of a visit. Returns what is wrong with what the server sent. */
async function open({ page }: WatchedPage, site: TrialSite, visit: Visit, times: TrialTimes): Promise<Fault[]> {
  const failure = visit.isPublic ? await site.renderFailure(visit.path) : undefined;
  const answer = await page.goto(site.origin + visit.path, { waitUntil: 'commit', timeout: times.readyMs });
  const faults: Fault[] = [];
  if (answer?.status() !== 200)
    faults.push({ words: `the server answered ${answer?.status()}`, mend: 'see that the server can make the page' });
  if (failure !== undefined)
    faults.push({
      words: `the server could not render it: ${errorWords(failure)}`,
      mend: renderAdvice(failure),
    });
  return faults;
}

/** Returns what is wrong inside of the slots of a page that is ready, and whether its overlay, if it has one, is gone. */
async function lookInside(watched: WatchedPage, visit: Visit, idle: IdleLook, times: TrialTimes) {
  const violations = await answerOf(violationsIn(watched.page, placeOf(visit, idle.slots)), times.answerMs);
  const unclosed = visit.opens === undefined ? [] : await closeOverlay(watched, times);
  const accessibilityFaults = violations.map(({ id, help, target }) => ({
    words: `axe finds ${id} at ${target}`,
    mend: help,
  }));
  return { faults: [...unclosed, ...accessibilityFaults], isClosed: unclosed.length === 0 };
}

/** Returns what is wrong with an opened page. */
async function lookAt(
  watched: WatchedPage,
  visit: Visit,
  idle: IdleLook,
  remote: string,
  times: TrialTimes,
): Promise<Fault[]> {
  try {
    if (visit.opens !== undefined && !(await openOverlay(watched, times)))
      return happenings(watched, visit, idle.errors);
    const late = await waitUntilReady(watched, visit, idle.slots, times.readyMs);
    // Where it has led on, another page is there.
    const isOver = late !== undefined || watched.hasCrashed() || movesOf(visit, watched.went).length > 0;
    if (isOver) return [...(late ? [late] : []), ...happenings(watched, visit, idle.errors)];
    const inside = await lookInside(watched, visit, idle, times);
    const { length: untranslated } = watched.errors;
    // While a translation is at work, what it breaks has the time that the next look takes.
    if (visit.opens === undefined) await answerOf(watched.page.evaluate(translate, idle.slots), times.answerMs);
    const changes = inside.isClosed ? await lastingChanges(watched, idle, remote, times.settleMs) : [];
    return [...happenings(watched, visit, idle.errors, untranslated), ...changes, ...inside.faults];
  } catch (error) {
    const faults = happenings(watched, visit, idle.errors);
    if (faults.length > 0) return faults;
    const words = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return [
      {
        words: error instanceof NoAnswer ? `the page hangs: ${words}` : `it could not be looked at: ${words}`,
        mend: 'look for an endless loop, and for what leaves the page',
        isLate: true,
      },
    ];
  }
}

/** Returns what is wrong with a release in one visit. Rejects when the browser is gone. */
export async function visitPage(
  browser: Browser,
  tried: TrialSite,
  idle: IdlePage,
  visit: Visit,
  remote: string,
  times: TrialTimes,
): Promise<Fault[]> {
  await using watched = await openWatchedPage(browser, tried, visit);
  // One loads while the other is looked at.
  const [look, served] = await Promise.all([idle.look(visit), open(watched, tried, visit, times)]);
  if (look === undefined)
    return [{ words: 'the shell shows no slot for it', mend: 'see that its role has a dashboard', isLate: true }];
  return [...served, ...(await lookAt(watched, visit, look, remote, times))];
}
