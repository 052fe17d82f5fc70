import type { Connection } from 'mongoose';
import { nameKeysOf } from '../users/search.ts';
import type { Migration } from './migrate.ts';

/** Records of the former portal hold e-mails in any case and roles as a single value; the list is searched by keys that they lack. */
async function normaliseUsers(connection: Connection): Promise<void> {
  const users = connection.collection('users');
  for await (const user of users.find({ nameKeys: { $exists: false } })) {
    const email = String(user.email).toLowerCase();
    const roles: unknown = user.roles;
    const listed = Array.isArray(roles) ? roles : typeof roles === 'string' ? [roles] : [];
    const name = typeof user.name === 'string' && user.name !== '' ? user.name : email.slice(0, email.indexOf('@'));
    await users.updateOne(
      { _id: user._id },
      { $set: { email, roles: listed, name, nameKeys: [...nameKeysOf(name, email)] } },
    );
  }
}

/** Every change of stored records since the first release, oldest first. A change that was released is never edited. */
export const MIGRATIONS: readonly Migration[] = [{ name: '0001-normalise-users', run: normaliseUsers }];
