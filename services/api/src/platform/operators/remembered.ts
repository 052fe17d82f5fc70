/** Returns a check that runs once at a time and caches its result for `freshMs`. */
export function remembered<State>(ask: () => Promise<State>, freshMs: (state: State) => number): () => Promise<State> {
  let last: Promise<State> | undefined;
  let until = 0;
  return () => {
    if (last !== undefined && performance.now() < until) return last;
    until = Number.POSITIVE_INFINITY;
    last = ask().then((state) => {
      until = performance.now() + freshMs(state);
      return state;
    });
    return last;
  };
}
