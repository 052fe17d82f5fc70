import type { mongo } from 'mongoose';
import type { TestBrowser } from '../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { MIGRATIONS } from './migrations.ts';

// While a deployment rolls, the migration runs beside processes of before and of now. What those of before write is written here
// as they did: without the fields that this release adds.

const MANY = 600;

let portal: TestPortal;
let admin: TestBrowser;
let written = 0;

/** A person and a press release as release 1.0.0 stored them. */
function olderRecords(): { readonly user: mongo.BSON.Document; readonly release: mongo.BSON.Document } {
  written += 1;
  const at = new Date(Date.UTC(2026, 0, 1, 0, written));
  return {
    user: {
      email: `p${written}@lab.example`,
      name: `Carla ${written}`,
      roles: ['investor'],
      nameKeys: ['car'],
      createdAt: at,
    },
    release: {
      title: `Quarterly q${written}q`,
      content: '<p>News</p>',
      date: at,
      target: ['public'],
      author: 'zoe@x.example',
      status: 'published',
      sendEmail: false,
      mailing: 'none',
      recipients: 0,
      sentToEmail: false,
      createdAt: at,
      updatedAt: at,
    },
  };
}

async function writeAsBefore(count: number): Promise<void> {
  const records = Array.from({ length: count }, olderRecords);
  await portal.connection.collection('users').insertMany(records.map(({ user }) => user));
  await portal.connection.collection('press_releases').insertMany(records.map(({ release }) => release));
}

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('zoe@x.example', 'admin');
  await writeAsBefore(MANY);
  // The database of a release that knew none of them.
  await portal.connection.collection('migrations').deleteMany({});
});
afterAll(() => portal.stop());

const PATHS = [
  '/api/press-releases',
  '/api/admin/press-releases?limit=20&sort=title',
  '/api/admin/users?limit=20&sort=name',
  '/api/admin/users?search=carla&limit=20',
];

it('people are answered, and processes of before write, while a migration runs and new processes start', async () => {
  const before = await portal.connection.collection('press_releases').find().sort({ _id: 1 }).toArray();
  let isOver = false;
  let answered = 0;
  const wrong: string[] = [];
  const reading = PATHS.map(async (path) => {
    do {
      const answer = await admin.get(path);
      answered += 1;
      if (answer.status !== 200) wrong.push(`${path} ${answer.text.slice(0, 300)}`);
    } while (!isOver);
  });
  const writing = (async () => {
    while (!isOver) await writeAsBefore(1);
  })();
  // Two processes of now start at once: each migrates.
  const [newer] = await Promise.all([portal.another(), portal.another()]);
  isOver = true;
  await Promise.all([...reading, writing]);
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(PATHS.length);
  expect(written).toBeGreaterThan(MANY);
  const applied = await portal.connection.collection<{ _id: string }>('migrations').find().sort({ _id: 1 }).toArray();
  expect(applied.map(({ _id }) => _id)).toEqual(MIGRATIONS.map(({ name }) => name));

  // Nothing that an earlier release reads was taken away.
  const after = await portal.connection.collection('press_releases').find().sort({ _id: 1 }).toArray();
  for (const [place, record] of before.entries()) expect(after[place]).toMatchObject(record);

  // What was there before, and what was written meanwhile and last, is found at the process of before and at the new one.
  const together = await portal.signedIn('zoe@x.example', newer.url);
  for (const browser of [admin, together]) {
    for (const number of [1, MANY, MANY + 1, written]) {
      const people = await browser.get(`/api/admin/users?search=p${number}@lab.example`);
      expect(people.body).toEqual(
        expect.arrayContaining([expect.objectContaining({ email: `p${number}@lab.example` })]),
      );
      const news = await browser.get(`/api/admin/press-releases?search=q${number}q`);
      expect(news.text).toContain(`"Quarterly q${number}q"`);
    }
  }
});
