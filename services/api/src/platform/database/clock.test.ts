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

describe('the age of what was stored', () => {
  const [MINUTE, HOUR] = [60_000, 3_600_000];
  /** A clock that has been followed to a time, and what moves it on or lets the server's jump. */
  function watched() {
    let own = SERVER;
    let jumped = 0;
    const clock = followingClock(() => own);
    const follow = () => clock.follow({ isWritablePrimary: true, localTime: new Date(own + jumped) });
    const pass = (ms: number) => {
      own += ms;
      follow();
    };
    const jump = (ms: number) => {
      jumped += ms;
      follow();
    };
    follow();
    return { clock, pass, jump };
  }

  it('is not that of a clock which jumps, there and back', () => {
    const { clock, pass, jump } = watched();
    const before = clock.now();
    pass(MINUTE);
    jump(HOUR);
    expect(clock.ageOf(before)).toBe(MINUTE);
    const between = clock.now();
    pass(MINUTE);
    expect([clock.ageOf(before), clock.ageOf(between)]).toEqual([2 * MINUTE, MINUTE]);
    jump(-HOUR);
    expect([clock.ageOf(before), clock.ageOf(between)]).toEqual([2 * MINUTE, MINUTE]);
    expect(clock.ageOf(clock.now())).toBe(0);
  });

  it('is right of what another process stored a moment before it saw the jump', () => {
    const { clock, pass, jump } = watched();
    const stored = new Date(clock.now().getTime() + 900);
    jump(HOUR);
    pass(MINUTE);
    expect(clock.ageOf(stored)).toBe(MINUTE - 900);
  });

  it('counts what the clock is put right by, and what was there before the process', () => {
    const { clock, pass, jump } = watched();
    const stored = new Date(SERVER - HOUR);
    jump(30_000);
    pass(MINUTE);
    expect(clock.ageOf(stored)).toBe(HOUR + MINUTE + 30_000);
  });
});
