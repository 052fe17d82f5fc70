// This function runs in the page, before anything of it: it must stand alone, without imports or closures.

declare global {
  /** Resolves to the time, in ms since the navigation, at which the list was ordered as asked; to null when it was not in time. */
  var benchOrdered: Promise<number | null> | undefined;
}

/** Presses the head of a column every few milliseconds, as soon as rows stand below it, until the list answers by another order. */
export function pressHeadUntilOrdered({ field, deadlineMs }: { field: string; deadlineMs: number }): void {
  const everyMs = 8;
  globalThis.benchOrdered = new Promise((resolve) => {
    const timer = setInterval(() => {
      const isOver = performance.now() > deadlineMs;
      const head = document.querySelector<HTMLElement>(`main [role=columnheader][data-field=${field}]`);
      if (!isOver && (head === null || document.querySelector('main [role=row][data-id]') === null)) return;
      if (!isOver) head?.click();
      const isOrdered = new URLSearchParams(location.search).has('sort');
      if (!isOver && !isOrdered) return;
      clearInterval(timer);
      resolve(isOrdered ? performance.now() : null);
    }, everyMs);
  });
}
