export * from './api/index.ts';
export {
  CONTRACT_VERSION,
  contributionsSchema,
  type Contributions,
  type LinkContribution,
  type Lock,
  type LockedRelease,
  lockedReleaseSchema,
  lockSchema,
  type OverlayContribution,
  type Release,
  type RemoteConfig,
  releaseFileSchema,
  releaseSchema,
  remoteConfigSchema,
  type RouteContribution,
  type SectionContribution,
} from './release.ts';
export type { OverlayProps, PageProps, RemoteModule, SectionProps } from './remote-module.ts';
export { type AssignableRole, assignableRoleSchema, type Role, roleSchema } from './roles.ts';
