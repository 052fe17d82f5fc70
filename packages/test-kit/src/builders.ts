import { type User, userSchema } from '@cytocomm/contract';

// Builders give a valid record of the contract; a test names only what it is about. A record that the contract would
// refuse throws here, so a test cannot pass on data that the server could never send.

/** A person. */
export function buildUser(given: Partial<User> = {}): User {
  return userSchema.parse({ email: 'ada@lab.example', name: 'Ada', roles: ['investor'], ...given });
}
