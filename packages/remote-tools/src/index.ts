export { BuildFailed } from './build.ts';
export { composeLock, LockRefused, type PlacedRelease } from './compose-lock.ts';
export { openReleaseStore, type ReleaseStore } from './release-store.ts';
export { type RemoteSource, readRemoteSource } from './remote-source.ts';
export { ROOT } from './root.ts';
export { type BuildMode, moduleRules, remoteConfig, shellConfig } from './webpack-config.ts';
export { buildWorkspace, currentBuild, type WorkspaceBuild } from './workspace-build.ts';
export { type BuildListener, type WorkspaceWatch, watchWorkspace } from './watch-workspace.ts';
