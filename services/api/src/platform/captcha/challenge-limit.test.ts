import { createChallengeLimit } from './router.ts';

const LIMIT = 300;
const TEN_MINUTES_MS = 10 * 60 * 1000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function times(count: number, use: (turn: number) => void): void {
  for (let turn = 0; turn < count; turn += 1) use(turn);
}

it('a client has 300 challenges in ten minutes, and then as many again', () => {
  const count = createChallengeLimit();
  times(LIMIT, () => count('192.0.2.1'));
  const retry = expect.objectContaining({ 'Retry-After': expect.stringMatching(/^(?:600|5\d\d)$/) });
  expect(() => count('192.0.2.1')).toThrow(expect.objectContaining({ status: 429, headers: retry }));
  count('192.0.2.2');
  jest.advanceTimersByTime(TEN_MINUTES_MS);
  times(LIMIT, () => count('192.0.2.1'));
});

it('a client of IPv6 gains nothing by other addresses of its network', () => {
  const count = createChallengeLimit();
  times(LIMIT, (turn) => count(`2001:db8::${turn.toString(16)}`));
  expect(() => count('2001:db8::ffff')).toThrow();
  count('2001:db8:0:1::1');
});

it('ever new clients have no end, and what is kept of them has', () => {
  const count = createChallengeLimit();
  times(LIMIT, () => count('192.0.2.1'));
  times(100_000, (turn) => count(`10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}`));
  expect(() => count('192.0.2.1')).toThrow();
  times(2 * LIMIT, () => count('203.0.113.1'));
});

it('what is refused to a network does not fill the memory with its parts, so that others are counted on', () => {
  const count = createChallengeLimit();
  const ask = (turn: number) => count(`2001:db8:1:${turn.toString(16)}::1`);
  times(16 * LIMIT, ask);
  times(15_000, (turn) => count(`10.0.${turn >> 8}.${turn & 255}`));
  times(1000, (turn) => expect(() => ask(16 * LIMIT + turn)).toThrow());
  times(LIMIT, () => count('192.0.2.1'));
  expect(() => count('192.0.2.1')).toThrow();
});
