// The calls of the API, and the shapes of their requests and answers.
export * from './api/index.ts';
export { API_VERSION } from './api-version.ts';
export { CALL_SPECS, type CallReply, type CallSpec, specOf } from './call-specs/index.ts';
export * from './calls/index.ts';
// How people read what the API gives.
export { eventDay } from './event-day.ts';
export { previewOfHtml, textOfHtml } from './html-text.ts';
// Releases, locks, and what a remote contributes.
export {
  CONTRACT_VERSION,
  type Contributions,
  contentOfLock,
  contributionsSchema,
  type LinkContribution,
  type Lock,
  type LockedRelease,
  lockedReleaseSchema,
  lockSchema,
  type OverlayContribution,
  type PageDataSource,
  pageDataSourceSchema,
  type Release,
  type RemoteConfig,
  type RouteContribution,
  releaseFileSchema,
  releaseSchema,
  remoteConfigSchema,
  type SectionContribution,
} from './release.ts';
// What the shell hands to a remote's components.
export type { OverlayProps, PageData, PageProps, RemoteModule, SectionProps, SiteIdentity } from './remote-module.ts';
export { RETENTION } from './retention.ts';
// Roles.
export { roleName } from './role-name.ts';
export { type AssignableRole, assignableRoleSchema, type Role, roleSchema } from './roles.ts';
