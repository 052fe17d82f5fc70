/** @jest-environment jest-fixed-jsdom */
import { act, type ElementType, memo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { jsxDEV } from './jsx-dev-runtime.ts';
import { createStandIns } from './stand-ins.ts';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined;
}

/** Is set before what imports React is read, as in a page. */
jest.mock('./jsx-dev-runtime.ts', () => {
  const { createStandIns: create } = jest.requireActual('./stand-ins.ts');
  globalThis.portalStandIns = create();
  return jest.requireActual('./jsx-dev-runtime.ts');
});

const make = globalThis.portalStandIns?.make;
let page: HTMLElement;
let standIns: ReturnType<typeof createStandIns>;

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  standIns = createStandIns();
  standIns.make = make;
  globalThis.portalStandIns = standIns;
  page = document.createElement('main');
});

/** Declares a version of a component as compiled code does; `hooks` stands for those that it has. */
function declare(type: ElementType, hooks: string, id = 'News'): ElementType {
  const sign = standIns.createSignatureFunctionForTransform();
  if (typeof sign !== 'function') throw new Error('nothing signs');
  sign(type, hooks);
  standIns.register(type, id);
  return type;
}

/** A version of a component that counts clicks and says `word`. */
function counter(word: string) {
  return function Counter() {
    const [count, setCount] = useState(0);
    const onClick = () => setCount(count + 1);
    return jsxDEV('button', { onClick, children: `${word} ${count}` }, undefined, false);
  };
}

function show(type: ElementType): Promise<void> {
  return act(async () => createRoot(page).render(jsxDEV(type, {}, undefined, false)));
}
const click = () => act(async () => page.querySelector('button')?.click());
const refresh = () => act(async () => void standIns.performReactRefresh());

test('a newer version shows in place, with the state of the one before', async () => {
  await show(declare(counter('counted'), 'useState'));
  await click();
  declare(counter('now counted'), 'useState');
  expect(page.textContent).toBe('counted 1');
  await refresh();
  expect(page.textContent).toBe('now counted 1');
  await click();
  expect(page.textContent).toBe('now counted 2');
});

test('one whose hooks are others begins from the start', async () => {
  await show(declare(counter('counted'), 'useState'));
  await click();
  declare(counter('counted'), 'useState, useEffect');
  await refresh();
  expect(page.textContent).toBe('counted 0');
});

test('what is inside a changed component keeps its state, and what memo makes is replaced as a whole', async () => {
  const inner = declare(counter('inner'), 'useState', 'Inner');
  const outer = (word: string) => () =>
    jsxDEV('section', { children: [word, jsxDEV(inner, {}, 'inner', false)] }, undefined, true);
  await show(declare(outer('one '), '', 'Outer'));
  await click();
  declare(outer('two '), '', 'Outer');
  await refresh();
  expect(page.textContent).toBe('two inner 1');

  page = document.createElement('main');
  await show(declare(memo(counter('memo')), '', 'Memo'));
  await click();
  declare(memo(counter('other memo')), '', 'Memo');
  await refresh();
  expect(page.textContent).toBe('other memo 0');
});

test('elements and components of others are left as they are', () => {
  const foreign = counter('foreign');
  expect(standIns.of(foreign)).toBe(foreign);
  expect(standIns.of('button')).toBe('button');
  const own = declare(counter('own'), 'useState');
  const newer = declare(counter('newer'), 'useState');
  expect(standIns.of(own)).not.toBe(own);
  expect(standIns.of(newer)).toBe(standIns.of(own));
});
