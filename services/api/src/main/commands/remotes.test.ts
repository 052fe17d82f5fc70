import { auditPageSchema, type Release, remoteListSchema } from '@cytocomm/contract';
import { read } from '../../testing/browser.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { pageAt, storeRelease } from '../../testing/releases.ts';
import { runCommand } from './run.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

const allow = (...words: readonly string[]) =>
  runCommand('remotes', words, { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri });
const rowOf = async (remote: string) =>
  read(await admin.get('/api/remotes'), remoteListSchema).items.find((item) => item.remote === remote);

const lab: Release['contributions'] = {
  ...pageAt('/lab').contributions,
  sections: [{ id: 'lab-studies', component: 'Page', role: 'researcher', alsoFor: ['admin'], label: 'Lab', order: 1 }],
  backends: [{ audience: 'lab', origin: 'https://lab.example' }],
  roles: [{ name: 'researcher', label: 'Researcher' }],
};

it('allows what the newest release claims, refused or not, besides what is allowed already', async () => {
  const gate = { outcome: 'refused', checks: [] } as const;
  await storeRelease(portal.connection, 'mfe-lab', { ...pageAt('/old'), version: '0.9.0' });
  await storeRelease(portal.connection, 'mfe-lab', { contributions: lab, gate: { ...gate, checks: [] } });
  const output = await allow('allow', 'mfe-lab');
  expect(output).toMatch(
    /^mfe-lab may have what 1\.0\.0-\w+ asks for\. Its row: addresses: \/lab; sections: lab-studies;/,
  );
  expect(output).toContain('backends: lab at https://lab.example');
  expect((await rowOf('mfe-lab'))?.claims).toEqual({
    routes: ['/lab'],
    sections: ['lab-studies'],
    roles: ['investor', 'customer', 'researcher', 'admin'],
    backends: [{ audience: 'lab', origin: 'https://lab.example' }],
  });
  const moved = { ...lab, ...pageAt('/lab/more').contributions, sections: [] };
  const backends = [{ audience: 'lab', origin: 'https://new.example' }];
  await storeRelease(portal.connection, 'mfe-lab', { contributions: { ...moved, backends }, version: '1.1.0' });
  await allow('allow', 'mfe-lab');
  expect((await rowOf('mfe-lab'))?.claims).toMatchObject({ routes: ['/lab', '/lab/more'], backends });
  const { items } = read(await admin.get('/api/admin/audit'), auditPageSchema);
  expect(items.filter(({ action }) => action === 'remote.changed')).toHaveLength(2);
});

it('with --may-promote the team promotes it, and goes on to when more is allowed', async () => {
  await storeRelease(portal.connection, 'mfe-news', pageAt('/news'));
  expect(await allow('allow', 'mfe-news')).toContain('its team may not promote it');
  expect(await rowOf('mfe-news')).toMatchObject({ mayPromote: false });
  expect(await allow('allow', 'mfe-news', '--may-promote')).toContain('its team may promote it');
  await allow('allow', 'mfe-news');
  expect(await rowOf('mfe-news')).toMatchObject({ mayPromote: true, claims: { routes: ['/news'] } });
  await expect(allow('allow', 'mfe-news', '--promote')).rejects.toThrow("Unknown option '--promote'");
});

it('never allows an address of the platform, or a backend of another remote at another origin', async () => {
  await storeRelease(portal.connection, 'mfe-bold', pageAt('/api/x'));
  await expect(allow('allow', 'mfe-bold')).rejects.toThrow("/api/x is the portal's own");
  const backends = [{ audience: 'lab', origin: 'https://evil.example' }];
  await storeRelease(portal.connection, 'mfe-thief', {
    contributions: { ...pageAt('/thief').contributions, backends },
  });
  await expect(allow('allow', 'mfe-thief')).rejects.toThrow('choose another audience');
  expect((await rowOf('mfe-thief'))?.claims.backends).toBeUndefined();
});

it.each([
  [['allow', '../x'], 'One remote has to be named'],
  [['allow', 'mfe-lab', 'mfe-farm'], 'One remote has to be named'],
  [['forbid', 'mfe-lab'], 'One remote has to be named'],
  [['allow', 'mfe-nothing'], 'mfe-nothing has published nothing'],
])('%j is refused', async (words, reason) => {
  await expect(allow(...words)).rejects.toThrow(reason);
});
