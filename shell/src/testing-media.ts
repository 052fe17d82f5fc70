/** Puts a `matchMedia` into jsdom, which has none: a narrow screen, until `widen` is called. */
export function fakeNarrowScreen(): { widen(): void } {
  const list = Object.assign(new EventTarget(), { matches: false });
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: () => list });
  return {
    widen() {
      list.matches = true;
      list.dispatchEvent(new Event('change'));
    },
  };
}
