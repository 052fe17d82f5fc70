/**
 * How long what nobody needs is marked before it is removed, in ms. A publication and a promotion take away the marks of what
 * they need, and end long before this: so none of them loses what it has seen.
 */
export const GRACE_MS = 3600_000;
