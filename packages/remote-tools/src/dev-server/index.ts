export { createHotChannel, type HotBuildFiles, type HotChannel } from './hot-channel.ts';
export { HotUpdates } from './hot-config.ts';
export type { Fault } from './messages.ts';
export {
  type AgainstOptions,
  NoSuchPortal,
  type ServedRemote,
  type ServeRemoteOptions,
  serveAgainst,
  serveRemoteBuild,
} from './serve-remote.ts';
