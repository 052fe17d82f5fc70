import { createPageCooldowns } from './prerenderer.ts';

const MINUTE = 60_000;

test('a page has a cooldown after three failures in a row, then for twice as long each time, at most for an hour', () => {
  let now = 0;
  const cooldowns = createPageCooldowns(() => now);
  expect([cooldowns.failed('a'), cooldowns.failed('a'), cooldowns.remainingOf('a')]).toEqual([0, 0, 0]);
  expect(cooldowns.failed('a')).toBe(MINUTE);
  now += MINUTE - 1;
  expect(cooldowns.remainingOf('a')).toBe(1);
  now += 1;
  expect(cooldowns.remainingOf('a')).toBe(0);
  expect(cooldowns.failed('a')).toBe(2 * MINUTE);
  for (let time = 0; time < 2000; time++) cooldowns.failed('a');
  expect(cooldowns.remainingOf('a')).toBe(60 * MINUTE);
});

test('a page that was made begins again, and others are not touched', () => {
  const cooldowns = createPageCooldowns(() => 0);
  for (const _ of [1, 2, 3]) cooldowns.failed('a');
  expect(cooldowns.remainingOf('b')).toBe(0);
  cooldowns.succeeded('a');
  expect([cooldowns.remainingOf('a'), cooldowns.failed('a')]).toEqual([0, 0]);
});

test('what is remembered is bounded', () => {
  const cooldowns = createPageCooldowns(() => 0);
  for (const _ of [1, 2, 3]) cooldowns.failed('first');
  for (let page = 0; page < 600; page++) cooldowns.failed(`page ${page}`);
  expect(cooldowns.remainingOf('first')).toBe(0);
});
