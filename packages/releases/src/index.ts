// What a release is, and how it is packed.

export { composeLock, type LockOrigin, LockRefused, type PlacedRelease } from './compose-lock.ts';
// What a remote may claim.
export { type ClaimsRow, COMMON_ROLES, claimFaults, reservedClaims } from './gate/claims.ts';
export { withTrialChecks } from './gate/gate-check.ts';
// Who may load a remote from the own machine.
export {
  type LocalPermission,
  type PermissionCircumstances,
  readLocalPermission,
  signLocalPermission,
} from './local-permission.ts';
// Whether releases fit together, and the lock of those that do.
export { apiMisfits, lockMisfits } from './lock-misfits.ts';
export {
  LockAltered,
  type LockPointer,
  type LockRecord,
  lockPointerText,
  lockRecordId,
  lockRecordSchema,
  publicLockOf,
  readLockPointer,
  readLockRecord,
  readStoredLock,
  type StoredLock,
  signLock,
} from './lock-record.ts';
export { PACKAGES_INDEX, type PackageIndex, packageIndexSchema } from './package-index.ts';
export { fileTypeOf, packRelease, ReleaseAltered, releaseFaults } from './release-files.ts';
export {
  describeRelease,
  hasOwnId,
  isStable,
  listFiles,
  type ManifestFault,
  ManifestUnusable,
  manifestFaults,
  parseManifest,
  type ReleaseFacts,
  readManifest,
  withVersion,
} from './release-manifest.ts';
// How both are stored.
export {
  type Announcement,
  announcementSchema,
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
