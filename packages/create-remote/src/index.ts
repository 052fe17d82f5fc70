export { createInWorkspace, createRepository } from './create-remote.ts';
export type { Source } from './registry-of.ts';
export { CannotCreate, type RemoteWords, ROLES, remoteWords } from './remote-words.ts';
export { takenBy } from './taken-names.ts';
