/**
 * Makes each test of a file see one date, at its top level. Only the date stands still: timers, animation and the
 * network go on, so nothing has to be pushed forward by hand.
 */
export function stopClock(date: Date): void {
  beforeEach(() => {
    jest.useFakeTimers({
      now: date,
      doNotFake: [
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'setImmediate',
        'clearImmediate',
        'queueMicrotask',
        'nextTick',
        'performance',
        'hrtime',
        'requestAnimationFrame',
        'cancelAnimationFrame',
        'requestIdleCallback',
        'cancelIdleCallback',
      ],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}
