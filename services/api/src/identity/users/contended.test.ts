import { startTestCore, type TestCore } from '../../testing/core.ts';
import { userModel } from './model.ts';

// A change starts over when somebody else was faster, but not for ever.

let opened: TestCore;
beforeAll(async () => {
  opened = await startTestCore();
});
afterAll(() => opened.stop());
afterEach(() => jest.restoreAllMocks());

const actor = { actor: 'admin@x.example', from: '192.0.2.1' };

/** Lets somebody else change a person first, so many times. Returns how often a person was written to. */
function overtakenTimes(email: string, times: number): () => number {
  const driver = userModel(opened.core.database.connection).collection;
  const real = driver.updateOne.bind(driver);
  let count = 0;
  jest.spyOn(driver, 'updateOne').mockImplementation(async (...call) => {
    count += 1;
    if (count <= times) await real({ email }, { $inc: { rolesVersion: 1 } });
    return real(...call);
  });
  return () => count;
}

const CHANGES: readonly [string, (email: string) => Promise<unknown>, object][] = [
  ['role', (email) => opened.users.changeRole(email, 'customer', true, actor), { roles: ['investor', 'customer'] }],
];

it.each(CHANGES)(
  'a %s that others overtake ten times is not given, and the trail has nothing of it',
  async (name, change) => {
    const email = `never-${name}@x.example`;
    await opened.users.add({ email, roles: ['investor'] }, actor);
    const writes = overtakenTimes(email, 30);
    await expect(change(email)).rejects.toMatchObject({ status: 503 });
    expect(writes()).toBe(10);
    expect(await opened.users.find(email)).toMatchObject({ roles: ['investor'] });
    expect(await opened.core.audit.about(email, 5)).toMatchObject([{ action: 'user.added' }]);
  },
);

it.each(CHANGES)('a %s that others overtake nine times is given', async (name, change, left) => {
  const email = `late-${name}@x.example`;
  await opened.users.add({ email, roles: ['investor'] }, actor);
  overtakenTimes(email, 9);
  expect(await change(email)).toMatchObject(left);
});
