import * as React from 'react';

/** React's count of the elements whose stack it has kept; beyond 10,000 within a second it keeps none. */
const COUNT = 'recentlyCreatedOwnerStacks';
const NO_MORE = 10_000;

/**
 * Keeps React from taking a stack for each element that is made, which costs time: developer tools show it beside a
 * warning, and no test sees it. Does nothing with a React that has no such count.
 */
export function withoutOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (typeof internals !== 'object' || internals === null || !(COUNT in internals)) return;
  Object.defineProperty(internals, COUNT, { get: () => NO_MORE, set: () => undefined });
}
