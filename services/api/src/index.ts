export type { LockMaker, Locks } from './delivery/locks/service.ts';
export { newUserRecord } from './identity/users/record.ts';
export { type Api, type ApiOptions, createApi } from './main/app.ts';
export { openReleaseDesk, type ReleaseDesk } from './main/commands/release-desk.ts';
export { runCommand, runInTerminal, usesDatabase } from './main/commands/run.ts';
export { ApiError } from './platform/calls/problem.ts';
export {
  type Config,
  isPrivatePortal,
  readConfig,
  settingsSchema as apiSettingsSchema,
} from './platform/settings/config.ts';
export { lockPublicKey, lockPublicKeys } from './platform/settings/keys.ts';
