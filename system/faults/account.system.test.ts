import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { until } from '../../services/api/src/testing/clock.ts';
import { startTrial, type Trial } from './testing/trial.ts';

// Every fault ends with an account of what was acknowledged; this breaks records to show that it sees damage.

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test('the account finds records that were doubled, lost or altered', async () => {
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
