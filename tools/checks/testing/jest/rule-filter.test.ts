/** @jest-environment jest-fixed-jsdom */
import { mayMatch } from './rule-filter.ts';

document.body.innerHTML = `
  <main id="Page" class="MuiBox-root css-1a2b3c">
    <p>No class</p>
    <button class="css-4d5e6f\tprimary" type="button" disabled>Save</button>
    <ul class="list"><li class="first item">1</li><li class="item">2</li></ul>
    <svg><linearGradient class="item"></linearGradient></svg>
    <div class="a:b \u00e9"></div>
  </main>`;
const elements = [...document.querySelectorAll('*')];

const SELECTORS = [
  ...['*', 'p', 'main', 'button', 'li', 'svg', 'linearGradient', '#Page', 'main#Page.MuiBox-root', '.item', 'li.first'],
  ...['.css-1a2b3c', '.css-4d5e6f.primary', '.none', 'p.item', '.first.none', '#none', 'body', 'html', ':root'],
  ...['main p', 'main > .list li', 'p + button', 'p ~ ul', 'ul>li', 'body .none li', 'li.item:first-child'],
  ...['p, .item', '.none, #Page', '.none, .other', 'p,\n.css-4d5e6f', '.item, [type="button"]', ':root, .none'],
  ...[
    '[type="button"]',
    'button[type="button"]',
    'p[type="button"]',
    '[class~="item"]',
    'li:not(.first)',
    '.none:not(p)',
  ],
  ...['li:nth-of-type(2n + 1)', ':is(li, p)', '.item:is(li, .none)', ':not(.item)', 'li:not(:not(.first))'],
  ...['.css-4d5e6f:disabled', '.none:disabled', 'button:disabled', String.raw`.a\:b`, '.\u00e9', '[class="x]"], .item'],
];

test.each(SELECTORS)('"%s" is looked at for every element that it matches', (selector) => {
  const missed = elements.filter(
    (element) =>
      element.matches(selector) &&
      !mayMatch({ localName: element.localName, id: element.id, classes: element.getAttribute('class') }, selector),
  );
  expect(missed.map(({ outerHTML }) => outerHTML)).toEqual([]);
});

const item = { localName: 'li', id: null, classes: 'first item' };

test.each(['p', '.none', '.item.none', 'li .none', '.item > p', '#one', 'p, .none', '.none:hover', 'p[title="a"]'])(
  '"%s" is not looked at for what it cannot match',
  (selector) => {
    expect(mayMatch(item, selector)).toBe(false);
  },
);
