import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { SlotPlace } from './page-functions.ts';

/** Rules about a page as a whole: beside other sections the answer would be another. */
const RULES_OF_PAGES = ['heading-order', 'landmark-one-main', 'page-has-heading-one', 'region'];

/** Something that axe found. */
export interface Violation {
  readonly id: string;
  readonly help: string;
  /** The first element, as a selector. */
  readonly target: string;
}

/** Returns what axe finds inside the slots of a page; without a place, inside its dialogs. */
export async function violationsIn(page: Page, place: SlotPlace | null): Promise<readonly Violation[]> {
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
