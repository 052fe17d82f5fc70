/** Makes a gate that lets at most `most` tasks run at once; the others wait in the order in which they came. */
export function createGate(most: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // Who comes next takes this place over.
      if (next) next();
      else running -= 1;
    }
  };
}
