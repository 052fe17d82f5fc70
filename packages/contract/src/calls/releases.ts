// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type releases from '../domains/releases.ts';

/** Publish a release: its folder as a gzipped tar. */
export const publishRelease = /* @__PURE__ */ callOf<typeof releases.publishRelease>('POST', '/api/releases/:remote');
/** The releases of all remotes, newest first; to a team token those of its remote. */
export const listReleases = /* @__PURE__ */ callOf<typeof releases.listReleases>('GET', '/api/releases');
/** The releases of one remote, newest first. */
export const listRemoteReleases = /* @__PURE__ */ callOf<typeof releases.listRemoteReleases>('GET', '/api/releases/:remote');
/** One release with its gate report. */
export const readRelease = /* @__PURE__ */ callOf<typeof releases.readRelease>('GET', '/api/releases/:remote/:release');
/** The locks, newest first. */
export const listLocks = /* @__PURE__ */ callOf<typeof releases.listLocks>('GET', '/api/locks');
/** The lock that is live; its id is the ETag. */
export const readLiveLock = /* @__PURE__ */ callOf<typeof releases.readLiveLock>('GET', '/api/locks/live');
/** One lock. */
export const readLock = /* @__PURE__ */ callOf<typeof releases.readLock>('GET', '/api/locks/:id');
/** Promote releases: a new lock from the live one, live now or as a canary. */
export const promoteReleases = /* @__PURE__ */ callOf<typeof releases.promoteReleases>('POST', '/api/locks');
/** Roll back to an earlier lock, or one remote to its earlier release. */
export const rollBack = /* @__PURE__ */ callOf<typeof releases.rollBack>('POST', '/api/locks/rollback');
/** Make the canary live for everybody. */
export const promoteCanary = /* @__PURE__ */ callOf<typeof releases.promoteCanary>('POST', '/api/canary/promote');
/** End the canary. */
export const stopCanary = /* @__PURE__ */ callOf<typeof releases.stopCanary>('POST', '/api/canary/stop');
