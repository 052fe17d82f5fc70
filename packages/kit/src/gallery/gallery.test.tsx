import * as dashboard from '../dashboard/index.ts';
import * as html from '../html/index.ts';
import * as kit from '../index.ts';
import * as router from '../router.ts';
import { groups } from './Gallery.tsx';

/** Whether React could render it: a function with a capital name, or what `memo` and `lazy` make. */
function isComponent([name, value]: readonly [string, unknown]): boolean {
  const renderable =
    typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
  return renderable && /^[A-Z]/.test(name);
}

// What the router shows is what is in it; a link is what is drawn.
const notDrawn = new Set(Object.keys(router).filter((name) => name !== 'Link'));
const components = [kit, dashboard, html]
  .flatMap((door) => Object.entries(door))
  .filter(isComponent)
  .map(([name]) => name)
  .filter((name) => !notDrawn.has(name));
const entries = groups.flatMap((group) => Object.keys(group.entries));

test('every component that the kit’s doors export has an entry, and no entry is of anything else', () => {
  expect(components).toEqual(expect.arrayContaining(['Button', 'Dialog', 'FileDrop', 'Link']));
  expect(entries.sort()).toEqual(components.sort());
});

test('each group has an address of its own, and no component is without a state', () => {
  expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
  const states = groups.flatMap((group) => Object.values(group.entries));
  expect(states.filter((each) => Object.keys(each).length === 0)).toEqual([]);
});
