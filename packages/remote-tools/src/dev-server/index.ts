export { createHotChannel, type HotBuildFiles, type HotChannel } from './hot-channel.ts';
export { HotUpdates } from './hot-updates.ts';
export type { Fault } from './messages.ts';
export { type AgainstOptions, NoSuchPortal, serveAgainst } from './serve-against.ts';
export { type ServedRemote, type ServeRemoteOptions, serveRemoteBuild } from './serve-remote-build.ts';
