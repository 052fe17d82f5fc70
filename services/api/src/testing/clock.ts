/** Moves the date ahead, for code of this process; timers, network and database go on as ever. Undone by `realDate`. */
export function moveDate(ms: number): void {
  jest.useFakeTimers({
    now: Date.now() + ms,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}

/** Stops the date where a minute begins: what is counted by the minute is counted in one, and no two moments are alike but by intent. */
export function stopDateAtMinute(): void {
  moveDate(60_000 - (Date.now() % 60_000));
}

/** Back to the real date. */
export function realDate(): void {
  jest.useRealTimers();
}
