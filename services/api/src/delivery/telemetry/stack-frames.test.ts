import { framesOf } from './causes.ts';

const SCRIPT = 'https://portal.example/releases/mfe-lab/1.0.0-0123456789ab/Lab.js';

test.each([
  [`TypeError: x is undefined\n    at Lab (${SCRIPT}:1:234)`, { function: 'Lab', line: 1, column: 234 }],
  [`    at ${SCRIPT}:12:5`, { line: 12, column: 5 }],
  [`    at async load (${SCRIPT}:2:3)`, { function: 'load', line: 2, column: 3 }],
  [`    at new Lab (${SCRIPT}:2:3)`, { function: 'Lab', line: 2, column: 3 }],
  [`    at Object.run [as go] (${SCRIPT}:2:3)`, { function: 'Object.run [as go]', line: 2, column: 3 }],
  [`Lab@${SCRIPT}:1:234`, { function: 'Lab', line: 1, column: 234 }],
  [`@${SCRIPT}:1:234`, { line: 1, column: 234 }],
])('%j is a frame', (stack, place) => {
  expect(framesOf(stack)).toEqual([{ path: '/releases/mfe-lab/1.0.0-0123456789ab/Lab.js', ...place }]);
});

test.each([
  '',
  'TypeError: x is undefined',
  '    at <anonymous>',
  '    at eval (eval at run (:1:1), <anonymous>:1:1)',
  '    at javascript:alert(1):1:1',
  '    at file:///etc/passwd:1:1',
  `    at Lab (${SCRIPT}:99999999:1)`,
  `    at ${'x'.repeat(500)} (${SCRIPT}:1:1)`,
])('%j is no frame', (stack) => {
  expect(framesOf(stack)).toEqual([]);
});

test('at most twenty frames are read', () => {
  const line = `    at Lab (${SCRIPT}:1:234)\n`;
  expect(framesOf(line.repeat(20_000))).toHaveLength(20);
  expect(framesOf(`    at ${'(a '.repeat(300_000)}`)).toEqual([]);
});
