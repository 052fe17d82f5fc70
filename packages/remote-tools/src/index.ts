export { apiMisfits } from './api-fit.ts';
export {
  BuildFailed,
  buildRemote,
  buildShell,
  filesOfChunkGroups,
  runWebpack,
  writeManifest,
} from './build.ts';
export { composeLock, LockRefused, type PlacedRelease } from './compose-lock.ts';
export { compressFiles } from './compress.ts';
export { GateRefused } from './gate/gate-check.ts';
export { ReleaseAltered } from './release-check.ts';
export { listFiles, ManifestUnusable, type ReleaseFacts } from './release-manifest.ts';
export { LockAltered, openReleaseStore, PromotionBusy, type ReleaseKey, type ReleaseStore } from './release-store.ts';
export { type RemoteSource, readRemoteSource } from './remote-source.ts';
export { ROOT } from './root.ts';
export { type BuildListener, type WorkspaceWatch, watchWorkspace } from './watch-workspace.ts';
export {
  type BuildMode,
  baseConfig,
  type FederationRuntime,
  moduleRules,
  remoteConfig,
  shellConfig,
} from './webpack-config.ts';
export { buildWorkspace, currentBuild, latestBuild, type WorkspaceBuild } from './workspace-build.ts';
