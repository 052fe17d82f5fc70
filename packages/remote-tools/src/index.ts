export {
  BuildFailed,
  buildRemote,
  buildShell,
  filesOfChunkGroups,
  runWebpack,
  type ShellChoice,
  writeManifest,
} from './build.ts';
export { compressFiles } from './compress.ts';
export { openReleaseStore, type ReleaseKey, type ReleaseStore } from './release-store.ts';
export { NotARemote, type RemoteSource, readRemoteSource } from './remote-source.ts';
export { NotInstalled, sharedRanges } from './shared-scope.ts';
export { sourceFingerprint } from './source-fingerprint.ts';
export type { SourceMaps } from './source-maps.ts';
export { type BuildListener, type WatchChoice, type WorkspaceWatch, watchWorkspace } from './watch-workspace.ts';
export {
  type BuildMode,
  baseConfig,
  type FederationRuntime,
  moduleRules,
  remoteConfig,
  shellConfig,
} from './webpack-config.ts';
export { buildWorkspace, currentBuild, latestBuild, type WorkspaceBuild } from './workspace-build.ts';
