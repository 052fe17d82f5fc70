// The command `portal` of a team, and what of it others build on.
export { CommandFailed } from './command-context.ts';
export { commandReference } from './command-line.ts';
export { type PortalTarget, readTarget } from './portal-calls.ts';
export { publishFolder } from './publish.ts';
