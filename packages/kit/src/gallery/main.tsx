import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from '../index.ts';
import { Gallery } from './Gallery.tsx';

/** Pseudo-classes of pointer and keyboard, and where the gallery applies them permanently. */
const POINTER_STATES: ReadonlyArray<readonly [pseudoClass: string, selector: string]> = [
  [':hover', '[data-pointer="hover"] *'],
  [':focus-visible', '[data-pointer="focus"] :where(a, button, input, select, textarea)'],
];

function extend(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule)
      for (const [pseudoClass, selector] of POINTER_STATES)
        if (rule.selectorText.includes(pseudoClass) && !rule.selectorText.includes(selector))
          rule.selectorText = rule.selectorText.replaceAll(pseudoClass, `:is(${pseudoClass}, ${selector})`);
    if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) extend(rule.cssRules);
  }
}

/**
 * Makes the page's rules for `:hover` and `:focus-visible` hold inside `data-pointer="hover"` and `"focus"` too, with
 * the same specificity; also those of a stylesheet that is replaced after an edit.
 */
function showPointerStates(page: Document): void {
  const extendAll = () => {
    for (const sheet of page.styleSheets) extend(sheet.cssRules);
  };
  extendAll();
  // A load event does not bubble.
  page.addEventListener('load', extendAll, true);
}

const root = document.getElementById('root');
if (root) {
  showPointerStates(document);
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Gallery />
      </BrowserRouter>
    </StrictMode>,
  );
}
