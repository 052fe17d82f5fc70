import { startTestCore, type TestCore } from '../../../services/api/src/testing/core.ts';
import { DEMO_EVENTS, seedEvents } from './events.ts';

let command: TestCore;
beforeAll(async () => {
  command = await startTestCore();
});
afterAll(() => command.stop());

it('the demo events are added once, also by two at once, and one that was changed stays as it is', async () => {
  const { core } = command;
  const events = core.database.connection.collection('events');
  const [first, second] = await Promise.all([seedEvents(core, DEMO_EVENTS), seedEvents(core, DEMO_EVENTS)]);
  const total = await events.countDocuments({});
  expect(total).toBeGreaterThan(5);
  expect(first + second).toBe(total);
  await events.updateOne({ uid: 'demo-event-4@cytocomm.example' }, { $set: { title: 'Moved' }, $inc: { sequence: 1 } });
  await events.deleteOne({ uid: 'demo-event-5@cytocomm.example' });
  expect(await seedEvents(core, DEMO_EVENTS)).toBe(1);
  expect(await events.countDocuments({})).toBe(total);
  expect(await events.findOne({ uid: 'demo-event-4@cytocomm.example' })).toMatchObject({ title: 'Moved' });
  const dates = (await events.find().toArray()).map(({ date }) => date.getTime());
  expect(Math.min(...dates)).toBeLessThan(Date.now());
  expect(Math.max(...dates)).toBeGreaterThan(Date.now());
});
