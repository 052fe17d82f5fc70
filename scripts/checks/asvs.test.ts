import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

const page = readFileSync(join(ROOT, 'docs', 'asvs.md'), 'utf8');

interface Row {
  readonly chapter: string;
  readonly number: string;
  readonly state: string;
  readonly where: string;
}

const STATES = ['met', 'met, no test', 'not met', 'none of ours'];

/** The rows of all chapters. */
const rows = page.split(/^## V/m).flatMap((part): Row[] => {
  const chapter = /^\d+/.exec(part)?.[0] ?? '';
  return [...part.matchAll(/^\| (\d[\d.]*) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, number = '', state = '', where = '']) => ({ chapter, number, state, where }),
  );
});

/** The files that a text names. */
const filesIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name).filter((name) => /\/|\.\w+$/.test(name));
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

test('each chapter has rows, and no row has another form', () => {
  expect([...new Set(rows.map(({ chapter }) => chapter))]).toEqual(Array.from({ length: 17 }, (_, at) => `${at + 1}`));
  expect(page.match(/^\| \d/gm)).toHaveLength(rows.length);
});

test('each requirement stands once, in its chapter, with a state that there is', () => {
  const numbers = rows.map(({ number }) => number);
  expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  expect(rows.filter(({ chapter, number }) => !new RegExp(`^${chapter}\\.\\d+\\.\\d+$`).test(number))).toEqual([]);
  expect(rows.filter(({ state }) => !STATES.includes(state))).toEqual([]);
});

test('a row names another one only if there is one', () => {
  const numbers = new Set(rows.map(({ number }) => number));
  const named = [...page.matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([number]) => number);
  expect(named.filter((number) => !numbers.has(number))).toEqual([]);
});

test('each file that is named is there', () => {
  const named = filesIn(page);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('what is met names a test, and what is met without one names code and no test', () => {
  const met = rows.filter(({ state }) => state === 'met');
  expect(met.filter(({ where }) => !filesIn(where).some(isTest))).toEqual([]);
  const untested = rows.filter(({ state }) => state === 'met, no test');
  expect(untested.filter(({ where }) => filesIn(where).length === 0 || filesIn(where).some(isTest))).toEqual([]);
});

test.each(STATES)('the summary counts the rows that are %s', (state) => {
  const counted = new RegExp(`^\\| ${state} \\| (\\d+) \\|$`, 'm').exec(page)?.[1];
  expect(Number(counted)).toBe(rows.filter((row) => row.state === state).length);
});
