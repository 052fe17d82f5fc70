import {
  createElement,
  type ElementType,
  Fragment,
  type FunctionComponent,
  type Key,
  useEffect,
  useReducer,
} from 'react';
import { jsx, jsxs } from 'react/jsx-runtime';
import { type Family, isPlain } from './stand-ins.ts';

export { Fragment };

/** Makes what stands for a component under a production React, and renders the newest version of it. */
function makeStandIn(family: Family): FunctionComponent<object> {
  return function StandIn(props) {
    const [, again] = useReducer((times: number) => times + 1, 0);
    useEffect(() => {
      family.places.add(again);
      return () => void family.places.delete(again);
    }, []);
    if (family.shown === undefined) {
      const isFunction = isPlain(family.current);
      // The same function for all versions whose hooks are the same.
      family.shown = isFunction ? (given: object) => isPlain(family.current) && family.current(given) : family.current;
    }
    return createElement(family.shown, { ...props });
  };
}
if (globalThis.portalStandIns) globalThis.portalStandIns.make = makeStandIn;

/**
 * Makes an element as compiled development code asks for it, by the runtime that every shell shares: React Refresh is only
 * compiled into such code, and no shell gives `react/jsx-dev-runtime`.
 */
export function jsxDEV(type: ElementType, props: object, key: Key | undefined, isStatic: boolean) {
  const shown = globalThis.portalStandIns?.of(type) ?? type;
  return (isStatic ? jsxs : jsx)(shown, props, key);
}
