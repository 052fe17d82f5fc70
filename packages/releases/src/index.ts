// What a release is, and how it is packed.

// Whether releases fit together, and the lock of those that do.
export { apiMisfits } from './api-fit.ts';
export { composeLock, type LockOrigin, LockRefused, type PlacedRelease } from './compose-lock.ts';
export { fileTypeOf } from './file-types.ts';
// What a remote may claim.
export { type ClaimsRow, COMMON_ROLES, claimFaults, reservedClaims } from './gate/claims.ts';
// Who may load a remote from the own machine.
export {
  type LocalPermission,
  type PermissionCircumstances,
  readLocalPermission,
  signLocalPermission,
} from './local-permission.ts';
export { lockMisfits } from './lock-misfits.ts';
export { type LockPointer, lockPointerText, readLockPointer } from './lock-pointer.ts';
export {
  LockAltered,
  type LockRecord,
  lockRecordId,
  lockRecordSchema,
  publicLockOf,
  readLockRecord,
  readStoredLock,
  type StoredLock,
  signLock,
} from './lock-record.ts';
export { isStable, type ManifestFault, manifestFaults } from './manifest-faults.ts';
export { packRelease } from './pack-release.ts';
export { PACKAGES_INDEX, type PackageIndex, packageIndexSchema } from './package-index.ts';
export { ReleaseAltered, releaseFaults } from './release-check.ts';
export {
  describeRelease,
  hasOwnId,
  listFiles,
  ManifestUnusable,
  parseManifest,
  type ReleaseFacts,
  readManifest,
  withVersion,
} from './release-manifest.ts';
// How both are stored.
export {
  LIVE_ID,
  type LiveState,
  liveStateSchema,
  RELEASE_COLLECTIONS,
  RELEASE_RETENTION_DAYS,
  RUNNER_FRESH_MS,
  type StoredRelease,
  storedBlobSchema,
  storedReleaseSchema,
} from './stored.ts';
export { withTrialChecks } from './trial-checks.ts';
