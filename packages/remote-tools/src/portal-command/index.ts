// The command `portal` of a team, and what of it others build on.
export { CommandFailed } from './command-failed.ts';
export { commandReference } from './command-reference.ts';
export { type PortalTarget, readTarget } from './portal-target.ts';
export { publishFolder } from './publish-folder.ts';
