import { moveDate, realDate } from '../../testing/clock.ts';
import { createOncePerMinute } from './refusals.ts';

afterEach(realDate);

it('lets each key through once a minute, and so many keys in all', async () => {
  const quietly = createOncePerMinute(3);
  const done: string[] = [];
  const say = (key: string) =>
    quietly(key, async () => {
      done.push(key);
    });
  for (const key of ['a', 'a', 'b', 'a', 'c', 'd', 'e']) await say(key);
  expect(done).toEqual(['a', 'b', 'c']);
  moveDate(60_000);
  for (const key of ['d', 'a', 'd']) await say(key);
  expect(done).toEqual(['a', 'b', 'c', 'd', 'a']);
});

it('goes on when the clock is set back', async () => {
  const quietly = createOncePerMinute(1);
  let done = 0;
  const count = async () => {
    done += 1;
  };
  await quietly('a', count);
  moveDate(-3_600_000);
  await quietly('b', count);
  expect(done).toBe(2);
});
