export {
  BuildFailed,
  buildRemote,
  buildShell,
  compressFiles,
  filesOfChunkGroups,
  runWebpack,
  type ShellChoice,
  writeManifest,
} from './build.ts';
export { type BuildMode, moduleRules } from './module-rules.ts';
export { openReleaseStore, type ReleaseKey, type ReleaseStore } from './release-store.ts';
export { NotARemote, type RemoteSource, readRemoteSource } from './remote-source.ts';
export { NotInstalled, sharedRanges } from './shared-scope.ts';
export { type BuildListener, type WatchChoice, type WorkspaceWatch, watchWorkspace } from './watch-workspace.ts';
export { baseConfig, type FederationRuntime, remoteConfig, type SourceMaps, shellConfig } from './webpack-config.ts';
export {
  buildWorkspace,
  currentBuild,
  latestBuild,
  sourceFingerprint,
  type WorkspaceBuild,
} from './workspace-build.ts';
