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

/** Back to the real date. */
export function realDate(): void {
  jest.useRealTimers();
}
