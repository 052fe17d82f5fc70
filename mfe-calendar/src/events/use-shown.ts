import { useState } from 'react';

/** Returns the first entries of a list, how many more there are, and what shows as many again. */
export function useShown<Item>(items: readonly Item[], step: number) {
  const [count, setCount] = useState(step);
  return {
    shown: items.slice(0, count),
    more: Math.max(items.length - count, 0),
    showMore: () => setCount((before) => before + step),
  };
}
