import type { Connection, mongo } from 'mongoose';
import { nameKeysOf } from '../users/search.ts';
import type { Migration } from './migrate.ts';

/** How many records are changed at once: one after the other, 100,000 people would take minutes. */
const BATCH = 1000;

/** Records of the former portal hold e-mails in any case and roles as a single value; the list is searched by keys that they lack. */
async function normaliseUsers(connection: Connection): Promise<void> {
  const users = connection.collection('users');
  let changes: mongo.AnyBulkWriteOperation[] = [];
  const write = async () => {
    if (changes.length > 0) await users.bulkWrite(changes, { ordered: false });
    changes = [];
  };
  for await (const user of users.find({ nameKeys: { $exists: false } })) {
    const email = String(user.email).toLowerCase();
    const roles: unknown = user.roles;
    const listed = Array.isArray(roles) ? roles : typeof roles === 'string' ? [roles] : [];
    const name = typeof user.name === 'string' && user.name !== '' ? user.name : email.slice(0, email.indexOf('@'));
    const completed = { email, roles: listed, name, nameKeys: [...nameKeysOf(name, email)] };
    changes.push({ updateOne: { filter: { _id: user._id }, update: { $set: completed } } });
    if (changes.length === BATCH) await write();
  }
  await write();
}

/** Every change of stored records since the first release, oldest first. A change that was released is never edited. */
export const MIGRATIONS: readonly Migration[] = [{ name: '0001-normalise-users', run: normaliseUsers }];
