import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { lockPublicKey, readConfig } from '@cytocomm/api';
import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import { readTrialsConfig } from '@cytocomm/trials';
import { readWebConfig } from '@cytocomm/web';
import { parse } from 'yaml';
import { z } from 'zod';
import { runScript } from '../../commands/testing/own-portal.ts';
import { ROOT } from '../../commands/workspaces.ts';

// Each service of docker-compose.yml starts with what it is given there, and each database user may do what its service does.

const fileSchema = z.object({
  services: z.record(
    z.string(),
    z.object({ environment: z.record(z.string(), z.string()).default({}), secrets: z.array(z.string()).default([]) }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});
const { services, secrets } = fileSchema.parse(
  parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }),
);

let dir: string;
beforeAll(async () => {
  dir = join(mkdtempSync(join(tmpdir(), 'compose-')), 'secrets');
  expect(await runScript('secrets', [dir], {})).toMatchObject({ code: 0 });
  writeFileSync(join(dir, 'smtp_url'), 'smtp://mailpit:1025\n');
});
afterAll(() => rmSync(dirname(dir), { recursive: true, force: true }));

const secret = (name: string) => readFileSync(join(dir, name), 'utf8').trim();
/** Values of the variables that have no default, for the mail catcher. */
const GIVEN: Readonly<Record<string, string>> = {
  SMTP_WITHOUT_TLS: 'yes',
  MAIL_FROM: 'Cytocomm <portal@example.com>',
  CONTACT_EMAIL: 'hello@example.com',
};
/** Returns the environment of a container, with the secrets that `npm run secrets` made. */
const environmentOf = (name: string) =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      value
        .replace(/\$\{(\w+):([-?])([^}]*)\}/, (_, variable: string, kind: string, rest: string) => {
          const setting = GIVEN[variable] ?? (kind === '-' ? rest : undefined);
          if (setting === undefined) throw new Error(`${variable} has no value: ${rest}`);
          return setting;
        })
        .replace('/run/secrets/', `${dir}/`),
    ]),
  );

test('npm run secrets makes every secret that it takes, its owner’s alone, and never again', async () => {
  const ofYours = ['alert_webhook', 'smtp_url'];
  const files = Object.values(secrets)
    .map(({ file }) => basename(file))
    .filter((name) => !ofYours.includes(name));
  for (const file of files) expect([file, secret(file).length >= 32]).toEqual([file, true]);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  for (const { secrets: given } of Object.values(services))
    for (const name of given) expect([name, Object.keys(secrets)]).toEqual([name, expect.arrayContaining([name])]);
  const before = files.map(secret);
  expect(await runScript('secrets', [dir], {})).toMatchObject({ code: 0, said: expect.stringContaining('already') });
  expect(files.map(secret)).toEqual(before);
  const other = join(dirname(dir), 'other');
  await runScript('secrets', [other], {});
  rmSync(join(other, 'token_secret'));
  expect(await runScript('secrets', [other], {})).toMatchObject({
    code: 1,
    said: expect.stringContaining('Some secrets'),
  });
});

test('npm run secrets leaves what is not its own as it is: a file in its place, a folder that others may enter', async () => {
  const file = join(dirname(dir), 'file');
  writeFileSync(file, '');
  const atFile = await runScript('secrets', [file], {});
  expect(atFile).toMatchObject({ code: 1, said: expect.stringContaining('cannot be made: choose another folder') });
  expect(atFile.said).not.toContain(' at ');
  const open = join(dirname(dir), 'open');
  mkdirSync(open);
  chmodSync(open, 0o755);
  writeFileSync(join(open, 'notes'), '');
  expect(await runScript('secrets', [open], {})).toMatchObject({
    code: 1,
    said: expect.stringContaining('open to others'),
  });
  expect([statSync(open).mode & 0o777, readdirSync(open)]).toEqual([0o755, ['notes']]);
});

test.each(['api-1', 'api-2', 'migrate', 'operator'])('%s accepts its settings, those of production', (name) => {
  const config = readConfig({ HOST: '0.0.0.0', ...environmentOf(name) });
  expect(config).toMatchObject({
    environment: 'production',
    trustProxy: ['uniquelocal'],
    publicUrl: 'https://localhost',
  });
  const database = new URL(config.mongodbUri);
  expect([database.host, database.pathname]).toEqual(['mongo:27017', '/portal']);
  expect(new URL(config.smtpUrl).host).toBe('mailpit:1025');
});

const usersFile = readFileSync(join(ROOT, 'deploy', 'mongo-users.js'), 'utf8');
/** Returns the names in a list of deploy/mongo-users.js. */
function listIn(name: string): string[] {
  const [, list = ''] = new RegExp(`const ${name} = \\[(.*?)\\];`, 's').exec(usersFile) ?? [];
  return [...list.matchAll(/'([\w.]+)'/g)].map(([, each = '']) => each).sort();
}

test('the API may change and remove in every collection but those of the audit trail and acknowledgements', () => {
  const security = readFileSync(join(ROOT, 'docs', 'security', 'personal-data.md'), 'utf8');
  const [, table = ''] = /^\| Collection \|[^\n]*\n(.*?)\n\n/ms.exec(security) ?? [];
  const collections = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name));
  expect(collections.length).toBeGreaterThan(30);
  const { live } = RELEASE_COLLECTIONS;
  const changed = listIn('CHANGED');
  const onlyAdded = ['audit', 'audit_seals', 'document_acknowledgements'];
  // Of the commands that take backups.
  const onlyRead = ['backups'];
  expect(collections).toEqual(expect.arrayContaining(onlyAdded));
  expect(collections.filter((name) => !changed.includes(name)).toSorted()).toEqual(
    [...onlyAdded, ...onlyRead].toSorted(),
  );
  expect(changed).toContain(live);
});

test('web processes read what they follow and nothing else', () => {
  const { releases, blobs, bucket, locks, live } = RELEASE_COLLECTIONS;
  expect(listIn('RELEASES')).toEqual([releases, blobs, `${bucket}.files`, `${bucket}.chunks`, locks, live].sort());
});

test.each(['web-1', 'web-2'])('%s accepts its settings, and shares the origin of the API', (name) => {
  const config = readWebConfig(environmentOf(name));
  expect(config.NODE_ENV).toBe('production');
  expect(config.PUBLIC_URL).toBe(readConfig(environmentOf('api-1')).publicUrl);
});

test.each(['web-1', 'web-2'])('%s follows the database, and trusts the key that the API signs with', (name) => {
  const { MONGODB_URI, LOCK_PUBLIC_KEYS } = readWebConfig(environmentOf(name));
  expect(MONGODB_URI).toContain('@mongo:27017/portal');
  expect(LOCK_PUBLIC_KEYS.map((key) => key.export({ type: 'spki', format: 'der' }).toString('base64'))).toEqual([
    lockPublicKey(readConfig(environmentOf('api-1'))),
  ]);
  const { LOCK_PUBLIC_KEYS_FILE: _, ...others } = environmentOf(name);
  expect(() => readWebConfig(others)).toThrow('LOCK_PUBLIC_KEYS');
});

test('the trial runner accepts its settings', () => {
  expect(readTrialsConfig(environmentOf('trials'), () => 'chromium').MONGODB_URI).toContain('trials:');
});
