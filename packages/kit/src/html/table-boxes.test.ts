import { boxTables } from './table-boxes.ts';

/** The widths that a browser would lay out, and its news of them. */
let wide = true;
let tell = () => {};
const ended = jest.fn();

class Widths {
  constructor(callback: () => void) {
    tell = callback;
  }
  observe = () => {};
  disconnect = ended;
}

beforeEach(() => {
  wide = true;
  Reflect.set(window, 'ResizeObserver', Widths);
  jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(() => (wide ? 900 : 300));
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(window, 'ResizeObserver');
});

function textOf(html: string): HTMLElement {
  const text = document.createElement('div');
  text.innerHTML = html;
  return text;
}
const boxes = (text: HTMLElement) =>
  [...text.querySelectorAll('[data-table-box]')].map((box) => [
    box.getAttribute('aria-label'),
    box.getAttribute('role'),
  ]);

it('a table that is too wide stands in a region with its name, which Tab comes to', () => {
  const text = textOf('<table><caption> Beats </caption></table><p>x</p><table><tbody></tbody></table>');
  const end = boxTables(text);
  tell();
  expect(boxes(text)).toEqual([
    ['Beats', 'region'],
    ['Table 2', 'region'],
  ]);
  expect(text.querySelectorAll('[tabindex="0"]')).toHaveLength(2);
  wide = false;
  tell();
  expect(boxes(text)).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(text.querySelector('[tabindex]')).toBeNull();
  end();
  expect(ended).toHaveBeenCalledTimes(1);
});

it('stands in one box, however often it is asked for, and a table in a table in none of its own', () => {
  const text = textOf('<table><tbody><tr><td><table></table></td></tr></tbody></table>');
  boxTables(text);
  boxTables(text);
  expect(text.querySelectorAll('[data-table-box]')).toHaveLength(1);
});

it('does without a browser that tells of widths', () => {
  Reflect.deleteProperty(window, 'ResizeObserver');
  const text = textOf('<table></table>');
  boxTables(text)();
  expect(boxes(text)).toEqual([[null, null]]);
});
