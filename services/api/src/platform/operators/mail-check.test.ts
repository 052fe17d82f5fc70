import { createMailCheck, type MailState } from './readiness.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Returns what the check says, after as long as it takes. */
async function stateAfter(check: () => Promise<MailState>): Promise<MailState> {
  const state = check();
  await jest.advanceTimersByTimeAsync(250);
  return state;
}
const never = () => new Promise<void>(() => undefined);

it('a check that ends later than the one who asked waits is told to those who ask next', async () => {
  const check = createMailCheck(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  expect(await stateAfter(check)).toBe('unknown');
  await jest.advanceTimersByTimeAsync(1000);
  expect(await stateAfter(check)).toBe('ok');
});

it('a server that starts to hang is away when the check has lasted five seconds, asked once', async () => {
  const verify = jest.fn(never).mockResolvedValueOnce();
  const check = createMailCheck(verify);
  expect(await stateAfter(check)).toBe('ok');
  await jest.advanceTimersByTimeAsync(10_000);
  const states: MailState[] = [];
  for (let second = 0; second < 15; second += 1) {
    states.push(await stateAfter(check));
    await jest.advanceTimersByTimeAsync(750);
  }
  expect(states).toEqual([...Array(5).fill('ok'), ...Array(10).fill('away')]);
  expect(verify).toHaveBeenCalledTimes(2);
});

it('what was known long ago does not count while the server hangs', async () => {
  const check = createMailCheck(jest.fn(never).mockResolvedValueOnce());
  expect(await stateAfter(check)).toBe('ok');
  await jest.advanceTimersByTimeAsync(100_000);
  expect(await stateAfter(check)).toBe('unknown');
});
