/** Creates a gate that runs at most `max` tasks at once, in the order of the calls. */
export function createGate(max: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The next task takes this place.
      if (next) next();
      else running -= 1;
    }
  };
}
