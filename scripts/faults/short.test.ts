import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { until } from '../../services/api/src/testing/until.ts';
import { expectWhole } from './testing/account.ts';
import { drillBackup, expectRecovered } from './testing/drill.ts';
import { ALL, expectPatience, kill, lasts, ready, signal, startTrial, type Trial } from './testing/trial.ts';

// The shortest of `npm run faults`: each runs for minutes there.

const STILL_MS = 5000;
/** What a process of the API has under way, of fifty people. */
const MOST_OF_A_KILL = 10;
/** Mails that it may have been handing over: on record so, and not sent again. */
const MOST_MAILS_OF_A_KILL = 4;

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
  // A sign-in waits for a mail that nobody can send meanwhile.
  trial.crowd.patience += 2 * STILL_MS;
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test('a backup under traffic: what was acknowledged before is there after a restore, and a portal starts on it', async () => {
  expectRecovered(await drillBackup(trial));
}, 240_000);

test('a process of each service that is killed, and a database that stands still: nobody gets a wrong answer', async () => {
  expectPatience(
    await trial.suffer('kill -9 of api-1 and web-1', async () => {
      await Promise.all([kill(trial, 'api-1'), kill(trial, 'web-1')]);
    }),
    MOST_OF_A_KILL,
  );
  await ready(trial);
  const damage = await trial.suffer('database stopped', async () => {
    signal(trial, 'database', 'SIGSTOP');
    await lasts(STILL_MS);
    signal(trial, 'database', 'SIGCONT');
  });
  expectPatience(damage, ALL);
  expect(damage.troubles.filter(({ verdict }) => verdict !== 'unavailable')).toEqual([]);
  expectWhole(await trial.account(), MOST_MAILS_OF_A_KILL);
}, 240_000);

test('the account finds what is made twice, lost or altered afterwards', async () => {
  const { records, crowd } = trial;
  const { uploads, events, releases, deleted } = crowd.acknowledged;
  const isSomethingOfEach = () => uploads.length > 1 && events.length > 1 && releases.length > 1 && deleted.length > 0;
  await until('something of each', isSomethingOfEach, 30_000);
  await crowd.settle();
  const [event, release, file, altered] = [events[0], releases[0], uploads[0], uploads[1]].map((one) => one?.title);
  const again = await records.collection('events').findOne({ title: event });
  await records.collection('events').insertOne({ ...again, _id: new ObjectId(), uid: randomUUID() });
  await records.collection('press_releases').deleteOne({ title: release });
  await records.collection('documents').deleteOne({ title: file });
  const document = await records.collection('documents').findOne({ title: altered });
  await records.collection('fs.chunks').deleteMany({ files_id: document?.fileId });
  await records.collection('events').updateOne({ title: events[1]?.title }, { $set: { date: new Date(0) } });
  await records.collection('press_releases').updateOne({ title: releases[1]?.title }, { $set: { content: '' } });
  await records.collection('events').insertOne({ ...again, _id: new ObjectId(deleted[0]?.id), uid: randomUUID() });
  await records.collection('audit').deleteOne({ action: 'event.created' });
  const { lost, double, broken, audited, ...account } = await trial.account();
  expect(account).toMatchObject({ altered: [events[1]?.title, releases[1]?.title], undeleted: [deleted[0]?.title] });
  expect({ lost, double, broken: [...broken].sort() }).toEqual({
    lost: [file, release],
    double: [event, event],
    broken: [file, altered].sort(),
  });
  expect(audited).not.toContain('The audit trail is whole');
}, 120_000);
