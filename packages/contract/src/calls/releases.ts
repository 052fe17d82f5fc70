// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type releases from '../domains/releases.ts';

/** Publish a release as a gzipped tar of its folder. */
export const publishRelease = /* @__PURE__ */ callOf<typeof releases.publishRelease>('POST', '/api/releases/:remote');
/** List releases of all remotes, newest first; with a team token only its remote's. */
export const listReleases = /* @__PURE__ */ callOf<typeof releases.listReleases>('GET', '/api/releases');
/** List releases of a remote, newest first. */
export const listRemoteReleases = /* @__PURE__ */ callOf<typeof releases.listRemoteReleases>('GET', '/api/releases/:remote');
/** Read a release with its gate report. */
export const readRelease = /* @__PURE__ */ callOf<typeof releases.readRelease>('GET', '/api/releases/:remote/:release');
/** List locks, newest first. */
export const listLocks = /* @__PURE__ */ callOf<typeof releases.listLocks>('GET', '/api/locks');
/** Read the live lock; its id is the ETag. */
export const readLiveLock = /* @__PURE__ */ callOf<typeof releases.readLiveLock>('GET', '/api/locks/live');
/** Read a lock. */
export const readLock = /* @__PURE__ */ callOf<typeof releases.readLock>('GET', '/api/locks/:id');
/** Promote releases: create a lock from the live one, live now or as a canary. */
export const promoteReleases = /* @__PURE__ */ callOf<typeof releases.promoteReleases>('POST', '/api/locks');
/** Roll back to an earlier lock, or one remote to its earlier release. */
export const rollBack = /* @__PURE__ */ callOf<typeof releases.rollBack>('POST', '/api/locks/rollback');
/** Promote the canary to all visitors. */
export const promoteCanary = /* @__PURE__ */ callOf<typeof releases.promoteCanary>('POST', '/api/canary/promote');
/** Stop the canary. */
export const stopCanary = /* @__PURE__ */ callOf<typeof releases.stopCanary>('POST', '/api/canary/stop');
