import { readCode } from './CodeField.tsx';

it.each([
  ['123456', '123456'],
  ['Code: 123456', '123456'],
  ['Your code is 123 456. It works for 10 minutes.', '123456'],
  ['Your code: 123456 10 minutes', '123456'],
  ['\u200b１２３‑４５６\u00a0', '123456'],
  ['1 2 3 4 5 6', '123456'],
  ['12345', null],
  ['1234567', null],
  ['123456 or 654321', null],
])('the code in %j is %s', (typed, code) => {
  expect(readCode(typed)).toBe(code);
});
