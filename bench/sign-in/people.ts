import { runCommand } from '@cytocomm/api';
import { MongoClient } from 'mongodb';

const FIRST = [
  'Anna',
  'Ben',
  'Carla',
  'David',
  'Elif',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kira',
  'Liam',
  'Mona',
];
const LAST = [
  ...['Abel', 'Bauer', 'Costa', 'Dubois', 'Ekberg', 'Fischer', 'Garcia', 'Hansen', 'Ito', 'Jansen', 'Keller'],
  ...['Lopez', 'Meyer', 'Novak', 'Okafor', 'Petrov', 'Quist', 'Rossi', 'Silva', 'Tanaka', 'Ueda', 'Vogel', 'Weber'],
];
const BATCH = 1000;
const TRIES = 20;

/** The admin of every database here. */
export const ADMIN = 'admin@lab.example';

/** The e-mail of one of the people. */
export function emailOf(number: number): string {
  return `${FIRST[number % FIRST.length]}.${number}@lab.example`.toLowerCase();
}

/** What an admin types: beginnings of e-mails and names, common and rare ones, and one that nobody has. */
export function searchTerms(count: number): string[] {
  return Array.from({ length: count }, (_, turn) => {
    const name = (turn % 2 === 0 ? FIRST : LAST)[turn % (turn % 2 === 0 ? FIRST : LAST).length] ?? '';
    if (turn % 11 === 0) return 'nobody is called so';
    if (turn % 5 === 0) return emailOf(turn * 7).slice(0, 8);
    return name.toLowerCase().slice(0, 1 + (turn % name.length));
  });
}

const migrate = (uri: string) =>
  runCommand('migrate', [], {
    NODE_ENV: 'test',
    MONGODB_URI: uri,
    SMTP_URL: 'smtp://127.0.0.1',
    LOG_LEVEL: 'error',
  });

/** Runs the migrations until they are through: on a busy machine the database may be too slow for its driver, and each try goes on where the last one stopped. */
async function complete(uri: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await migrate(uri);
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

/** Puts an admin and so many other people into a database as the former portal held them, and has the API complete the records. */
export async function fill(uri: string, count: number): Promise<void> {
  // The indexes are there first: to make one of many records at once, the embedded database stops for seconds.
  await migrate(uri);
  const client = await MongoClient.connect(uri);
  try {
    await client.db().collection('migrations').deleteMany({});
    const users = client.db().collection('users');
    await users.insertOne({ email: ADMIN, name: 'Ada Admin', roles: ['admin'], createdAt: new Date() });
    for (let start = 0; start < count; start += BATCH) {
      await users.insertMany(
        Array.from({ length: Math.min(BATCH, count - start) }, (_, offset) => {
          const number = start + offset;
          const name = `${FIRST[number % FIRST.length]} ${LAST[number % LAST.length]}`;
          return { email: emailOf(number), name, roles: ['investor'], createdAt: new Date() };
        }),
      );
    }
  } finally {
    await client.close();
  }
  await complete(uri);
}
