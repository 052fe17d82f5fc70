import { type ElementType, Fragment, type Key } from 'react';
import { jsx, jsxs } from 'react/jsx-runtime';

export { Fragment };

/**
 * Makes an element as compiled development code asks for it, by the runtime that every shell shares: React Refresh is only
 * compiled into such code, and no shell gives `react/jsx-dev-runtime`.
 */
export function jsxDEV(type: ElementType, props: object, key: Key | undefined, isStatic: boolean) {
  return (isStatic ? jsxs : jsx)(type, props, key);
}
