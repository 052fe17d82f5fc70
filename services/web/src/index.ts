export { createWebApp, type WebDependencies } from './app.ts';
export {
  readWebConfig,
  settingsSchema as webSettingsSchema,
  signersOf,
  type WebConfig,
} from './config.ts';
export { type LockFolder, type LockSource, LockUnusable, lockFolder, type ServedLocks } from './lock-source.ts';
export { type RunningReplica, startReplica } from './replica/index.ts';
export { copyRelease } from './replica/release-copy.ts';
export { openReleaseDatabase } from './replica/release-database.ts';
