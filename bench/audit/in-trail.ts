import { runCommand } from '@cytocomm/api';
import { MongoClient } from 'mongodb';
import type { Secrets } from '../sign-in/processes.ts';

/** The group that people are put into, and taken out of. */
export const GROUP = 'bench';

/** Somebody who is put into the group and taken out again, and how many of these changes were acknowledged. */
export interface Changed {
  readonly email: string;
  changes: number;
}

/**
 * Returns what the audit command says of a trail. Throws when the trail is not whole, and unless it has exactly one row for each
 * acknowledged change of each person.
 */
export async function assertInTrail(uri: string, secrets: Secrets, people: readonly Changed[]): Promise<string> {
  const client = await MongoClient.connect(uri);
  try {
    const rowsOf = async (action: 'group.joined' | 'group.left') => {
      const rows = client
        .db()
        .collection('audit')
        .aggregate<{ readonly _id: string; readonly rows: number }>([
          { $match: { action, 'detail.group': GROUP } },
          { $group: { _id: '$subject', rows: { $sum: 1 } } },
        ]);
      return new Map((await rows.toArray()).map(({ _id, rows: count }) => [_id, count]));
    };
    const [joined, left] = [await rowsOf('group.joined'), await rowsOf('group.left')];
    for (const { email, changes } of people) {
      const stored = [joined.get(email) ?? 0, left.get(email) ?? 0];
      const acknowledged = [Math.ceil(changes / 2), Math.floor(changes / 2)];
      if (stored.join() !== acknowledged.join())
        throw new Error(
          `${email} joined and left ${acknowledged.join(' and ')} times, and the trail has ${stored.join(' and ')}`,
        );
    }
  } finally {
    await client.close();
  }
  const settings = { NODE_ENV: 'test', MONGODB_URI: uri, SMTP_URL: 'smtp://127.0.0.1', LOG_LEVEL: 'error' };
  const [whole = ''] = (await runCommand('audit', [], { ...settings, ...secrets })).split('\n');
  const all = people.reduce((sum, { changes }) => sum + changes, 0);
  return `${all} changes were acknowledged, and each has its row. ${whole}`;
}
