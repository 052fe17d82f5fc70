export { CannotCreate } from './cannot-create.ts';
export { createInWorkspace, createRepository } from './create-remote.ts';
export type { Source } from './registry-of.ts';
export { type RemoteWords, ROLES, remoteWords } from './remote-words.ts';
export { takenBy } from './taken-names.ts';
