import { waitingTime } from './problem-display.ts';

it.each([
  [0.2, '1 second'],
  [1, '1 second'],
  [1.5, '2 seconds'],
  [90, '2 minutes'],
  [3600, '60 minutes'],
])('%j s are %s', (seconds, words) => {
  expect(waitingTime(seconds)).toBe(words);
});
