import { startTestCore, type TestCore } from '../../testing/core.ts';
import { createApprovalRule } from './approval/rule.ts';
import { pressReleaseModel } from './model.ts';
import { createPressReleases, type PressReleases } from './service.ts';

// A change of a release starts over when somebody else was faster, but not for ever.

let opened: TestCore;
let releases: PressReleases;
beforeAll(async () => {
  opened = await startTestCore();
  const rule = createApprovalRule({ ...opened.core.config, pressReleaseApproval: false }, opened.users);
  releases = createPressReleases(opened.core, rule);
});
afterAll(() => opened.stop());
afterEach(() => jest.restoreAllMocks());

const actor = { actor: 'admin@x.example', from: '192.0.2.1' };
const text = { title: 'A title', content: '<p>A text.</p>', target: ['investors' as const], sendEmail: false };

/** Writes a draft that somebody else changes first, so many times. Returns its id and how often it was written to. */
async function contendedDraft(times: number) {
  const { _id } = await releases.writing.start({ ...text, publishAt: null }, undefined, actor);
  const { collection } = pressReleaseModel(opened.core.database.connection);
  const real = collection.findOneAndUpdate.bind(collection);
  let count = 0;
  jest.spyOn(collection, 'findOneAndUpdate').mockImplementation(async (...call: Parameters<typeof real>) => {
    count += 1;
    if (count <= times) await collection.updateOne({ _id }, { $inc: { version: 1 } });
    return real(...call);
  });
  return { id: String(_id), writes: () => count };
}

const CHANGES: readonly [string, (id: string) => Promise<unknown>][] = [
  ['changed', (id) => releases.change(id, { title: 'Another' }, undefined, actor)],
  ['written', (id) => releases.writing.save(id, { ...text, title: 'Another', publishAt: null }, '*', actor)],
];

it.each(CHANGES)('a release is not %s after ten conflicts', async (_, change) => {
  const { id, writes } = await contendedDraft(30);
  await expect(change(id)).rejects.toMatchObject({ status: 503 });
  expect(writes()).toBe(10);
  expect(await releases.find(id)).toMatchObject({ title: 'A title' });
});

it.each(CHANGES)('a release is %s after nine conflicts', async (_, change) => {
  const { id } = await contendedDraft(9);
  expect(await change(id)).toMatchObject({ title: 'Another' });
});
