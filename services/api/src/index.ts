export { type Api, type ApiOptions, createApi } from './app.ts';
export { openReleaseDesk, type ReleaseDesk } from './commands/release-desk.ts';
export { runCommand, runInTerminal, usesDatabase } from './commands/run.ts';
export {
  type Config,
  isPrivatePortal,
  readConfig,
  settingsSchema as apiSettingsSchema,
} from './config.ts';
export { ApiError } from './http/problem.ts';
export type { LockMaker, Locks } from './locks/service.ts';
export { lockPublicKey, lockPublicKeys } from './locks/signing-key.ts';
export { newUserRecord } from './users/new-record.ts';
