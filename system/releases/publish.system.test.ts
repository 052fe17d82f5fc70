import { publishFolder, readTarget } from '@cytocomm/remote-tools/portal-command';
import { type OwnPortal, type OwnProcess, startOwnPortal } from '../../tools/commands/testing/own-portal.ts';
import { fakeBuild } from '../../tools/commands/testing/release-builds.ts';
import { storeTeamToken } from '../testing/team-token.ts';

let portal: OwnPortal;
let api: OwnProcess;
let token: string;
beforeAll(async () => {
  portal = await startOwnPortal();
  token = await storeTeamToken(portal.settings.MONGODB_URI ?? '', 'mfe-lab');
  api = await portal.startApi();
});
afterAll(() => portal[Symbol.asyncDispose]());

test('a team publishes over HTTP: new, the same again, and the version with other content', async () => {
  const target = readTarget(api.url, token);
  const { distDir, release } = fakeBuild(portal.dir, 'mfe-lab');
  await expect(publishFolder(distDir, target)).resolves.toBe('mfe-lab 1.0.0 is published.');
  await expect(publishFolder(distDir, target)).resolves.toBe('mfe-lab 1.0.0 is published already.');
  await expect(portal.desk.releases.find('mfe-lab', '1.0.0')).resolves.toMatchObject({ release: release.release });
  const other = fakeBuild(portal.dir, 'mfe-lab', { content: 'other' });
  await expect(publishFolder(other.distDir, target)).rejects.toThrow('mfe-lab 1.0.0 is published with other content');
});

test('an unknown token, or one of another team, is refused and leaves nothing', async () => {
  const { distDir } = fakeBuild(portal.dir, 'mfe-lab', { version: '1.1.0' });
  const stranger = readTarget(api.url, `cyt_${'x'.repeat(43)}`);
  await expect(publishFolder(distDir, stranger)).rejects.toThrow('mfe-lab was not published: ');
  const shop = fakeBuild(portal.dir, 'mfe-shop');
  await expect(publishFolder(shop.distDir, readTarget(api.url, token))).rejects.toThrow('mfe-shop was not published: ');
  await expect(portal.desk.releases.find('mfe-lab', '1.1.0')).resolves.toBeNull();
  await expect(portal.desk.releases.find('mfe-shop', '1.0.0')).resolves.toBeNull();
});

test('a portal that is away is told, and the same is published once it is back', async () => {
  const { distDir } = fakeBuild(portal.dir, 'mfe-lab', { version: '1.2.0' });
  const revokedTarget = readTarget(api.url, token);
  await api.kill();
  await expect(publishFolder(distDir, revokedTarget)).rejects.toThrow('gave no answer');
  api = await portal.startApi();
  await expect(publishFolder(distDir, readTarget(api.url, token))).resolves.toBe('mfe-lab 1.2.0 is published.');
});
