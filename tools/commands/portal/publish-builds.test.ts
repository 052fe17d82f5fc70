import type { ReleaseDesk } from '@cytocomm/api';
import { type OwnPortal, startOwnPortal } from '../testing/own-portal.ts';
import { fakeBuild } from '../testing/release-builds.ts';
import { liveLock, publishBuilds } from './publish-builds.ts';

const WHO = { by: 'a checkout', reason: 'a test' };
const MAKER = { actor: 'somebody else', from: '', userAgent: '' };

let portal: OwnPortal;
let desk: ReleaseDesk;
beforeAll(async () => {
  portal = await startOwnPortal();
  desk = portal.desk;
});
afterAll(() => portal[Symbol.asyncDispose]());

const build = (...given: [name: string, change?: Parameters<typeof fakeBuild>[2]]) => fakeBuild(portal.dir, ...given);
const live = async () => (await liveLock(desk))?.remotes.map(({ name, release }) => `${name} ${release}`);
const idOf = ({ release }: { release: { name: string; release: string } }) => `${release.name} ${release.release}`;

// One story: each test goes on from the lock of the one before.

test('there is no live lock at first, and a remote without a shell makes none', async () => {
  await expect(liveLock(desk)).resolves.toBeUndefined();
  await expect(publishBuilds(desk, [build('mfe-lab')], WHO)).rejects.toThrow(/shell/);
  await expect(liveLock(desk)).resolves.toBeUndefined();
});

test('builds are published and live; the same again changes nothing', async () => {
  const builds = [build('shell'), build('mfe-lab'), build('mfe-foreign')];
  const lock = await publishBuilds(desk, builds, WHO);
  expect(lock).toMatchObject({ base: null, createdBy: 'a checkout', reason: 'a test' });
  await expect(publishBuilds(desk, builds, WHO)).resolves.toEqual(lock);
  expect((await desk.locks.list(10, undefined)).items).toHaveLength(1);
});

test('a remote that is not among the builds stays', async () => {
  const foreign = build('mfe-foreign');
  const next = build('mfe-lab', { version: '1.1.0', content: 'two' });
  await publishBuilds(desk, [build('shell'), next], WHO);
  expect((await live())?.sort()).toEqual([idOf(foreign), idOf(next)].sort());
});

test('a build that does not fit those that stay is named, and nothing changes', async () => {
  const before = await liveLock(desk);
  const shell = build('shell', { version: '2.0.0', contract: '2.0.0' });
  await expect(publishBuilds(desk, [shell], WHO)).rejects.toMatchObject({
    code: 'gate-refused',
    errors: expect.arrayContaining([
      expect.objectContaining({ message: expect.stringContaining('needs contract ^1.0.0, the shell has 2.0.0') }),
    ]),
  });
  await expect(liveLock(desk)).resolves.toEqual(before);
});

test('a build that the gate refuses is told with its faults, and tried again when it may pass', async () => {
  const before = await liveLock(desk);
  // An address of another remote.
  const refused = build('mfe-news');
  await expect(publishBuilds(desk, [refused], WHO)).rejects.toThrow(
    /^The gate refused mfe-news 1\.0\.0:\n {2}mfe-news .*\/news belongs to another remote/,
  );
  await expect(publishBuilds(desk, [refused], WHO)).rejects.toThrow('The gate refused mfe-news 1.0.0');
  await expect(liveLock(desk)).resolves.toEqual(before);
});

test('a promotion that comes between is no loss: both count', async () => {
  const other = build('mfe-other');
  await desk.releases.publishFolder(other.distDir, 'somebody else', []);
  const set = [{ remote: 'mfe-other', release: other.release.release }];
  let isFirst = true;
  const meanwhile: ReleaseDesk = {
    ...desk,
    locks: {
      ...desk.locks,
      async promote(promotion, maker) {
        if (isFirst) {
          isFirst = false;
          await desk.locks.promote({ base: promotion.base, set }, MAKER);
        }
        return desk.locks.promote(promotion, maker);
      },
    },
  };
  const own = build('mfe-lab', { version: '1.2.0', content: 'three' });
  await publishBuilds(meanwhile, [own], WHO);
  expect(await live()).toEqual(expect.arrayContaining([idOf(other), idOf(own)]));
});
