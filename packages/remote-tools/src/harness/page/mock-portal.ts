import type { User } from '@cytocomm/contract';

/** Somebody who can be signed in in the harness. */
export type Person = User;
export { people, startMockPortal, switchTo } from '@cytocomm/test-kit/browser';
