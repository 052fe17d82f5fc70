import { followingClock } from './clock.ts';

const SERVER = Date.parse('2027-01-01T12:00:00Z');

it.each([-120_000, 0, 120_000])('tells the time of the server to a process that is %d ms off', (off) => {
  let own = SERVER + off;
  const clock = followingClock(() => own);
  clock.follow({ isWritablePrimary: true, localTime: new Date(SERVER) });
  expect(clock.now()).toEqual(new Date(SERVER));
  own += 5000;
  expect(clock.now()).toEqual(new Date(SERVER + 5000));
});

it('follows the primary alone, and no reply that names no time', () => {
  const clock = followingClock(() => SERVER);
  clock.follow({ isWritablePrimary: false, localTime: new Date(0) });
  clock.follow({ isWritablePrimary: true });
  clock.follow({ isWritablePrimary: true, localTime: 'yesterday' });
  clock.follow(null);
  expect(clock.now()).toEqual(new Date(SERVER));
});

it('does not jump with the clock of the machine', () => {
  const clock = followingClock();
  clock.follow({ isWritablePrimary: true, localTime: new Date(SERVER) });
  jest.useFakeTimers({ doNotFake: ['performance'], now: Date.now() + 3_600_000 });
  try {
    expect(clock.now().getTime() - SERVER).toBeLessThan(60_000);
  } finally {
    jest.useRealTimers();
  }
});
