// What a release is.

// Whether releases fit together, and the lock of those that do.
export { apiMisfits } from './api-fit.ts';
export { composeLock, LockRefused, lockIdOf, type PlacedRelease } from './compose-lock.ts';
export { ReleaseAltered, releaseFaults } from './release-check.ts';
export {
  describeRelease,
  hasOwnId,
  listFiles,
  ManifestUnusable,
  type ReleaseFacts,
  readManifest,
} from './release-manifest.ts';
