import { MongoClient } from 'mongodb';
import { type Person, signIn } from '../portal/person.ts';
import type { RunningPortal } from '../portal/running-portal.ts';

/** How many are signed in at the same time. */
const AT_ONCE = 10;

/** Adds people with the role investor, and signs each of them in so many times, by mail as anybody does, each from a network address of their own. */
export async function signInPeople(portal: RunningPortal, count: number, sessions: number): Promise<readonly Person[]> {
  const emails = Array.from({ length: count }, (_, number) => `listener-${number}@lab.example`);
  const client = await MongoClient.connect(portal.mongoUri);
  try {
    const records = emails.map((email) => ({
      email,
      name: 'A Listener',
      roles: ['investor'],
      createdAt: new Date(),
    }));
    await client.db().collection('users').insertMany(records);
  } finally {
    await client.close();
  }
  const people: Person[] = [];
  for (let session = 0; session < sessions; session += 1) {
    for (let first = 0; first < count; first += AT_ONCE) {
      const group = emails.slice(first, first + AT_ONCE);
      people.push(
        ...(await Promise.all(group.map((email, place) => signIn(portal, email, `198.18.8.${first + place + 1}`)))),
      );
    }
  }
  return people;
}
