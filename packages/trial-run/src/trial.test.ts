import type { Fault } from './plan.ts';
import { lookAgain } from './trial.ts';
import { renderAdvice } from './visit-page.ts';

const LATE: Fault = { words: 'it was not ready within 20 s', mend: 'show it', isLate: true };
const WRONG: Fault = { words: 'the console has an error', mend: 'mend its cause' };

test('what did not come in time is looked at again, three times in a trial; what is wrong is not', async () => {
  const finds = { again: 0 };
  let looks = 0;
  const look =
    (...found: (readonly Fault[])[]) =>
    async () => {
      looks += 1;
      return found.shift() ?? [];
    };
  await expect(lookAgain(look([LATE], []), finds)).resolves.toEqual([]);
  await expect(lookAgain(look([LATE], [WRONG]), finds)).resolves.toEqual([WRONG]);
  await expect(lookAgain(look([WRONG]), finds)).resolves.toEqual([WRONG]);
  expect([looks, finds.again]).toEqual([5, 2]);
  await expect(lookAgain(look([LATE], [LATE]), finds)).resolves.toMatchObject([
    { words: 'it was not ready within 20 s (tried twice)' },
  ]);
  await expect(lookAgain(look([LATE], []), finds)).resolves.toEqual([LATE]);
});

test.each([
  ['/lab of mfe-lab: its markup takes too long to read', 'render less of it'],
  ['/lab of mfe-lab: it was stopped after 2010 ms of work', 'within 2 s of work'],
  ['/lab of mfe-lab: window is not defined', 'without the globals of a browser'],
])('the advice for "%s" is to %s', (failure, advice) => {
  expect(renderAdvice(failure)).toContain(advice);
});
