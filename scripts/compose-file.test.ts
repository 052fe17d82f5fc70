import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockPublicKey, readConfig, runCommand } from '@cytocomm/api';
import { CLOSE_DEADLINE_MS, DRAIN_DEADLINE_MS } from '@cytocomm/listener';
import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import { readWebConfig } from '@cytocomm/web';
import { parse } from 'yaml';
import { z } from 'zod';

// docker-compose.yml cannot be run here; this holds it to what the services really ask for.

const root = join(import.meta.dirname, '..');
const serviceSchema = z.object({
  image: z.string(),
  command: z.string().optional(),
  entrypoint: z.array(z.string()).optional(),
  networks: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});
const fileSchema = z.object({ services: z.record(z.string(), serviceSchema) });
const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const { services } = fileSchema.parse(parse(text, { merge: true }));

const { privateKey: signingKey } = generateKeyPairSync('ed25519');
const publicKey = createPublicKey(signingKey).export({ type: 'spki', format: 'der' }).toString('base64');
const GIVEN: Readonly<Record<string, string>> = {
  LOCK_SIGNING_KEY: signingKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  LOCK_PUBLIC_KEYS: publicKey,
};
const secret = (name: string) => GIVEN[name] ?? name.padEnd(40, 'x');
/** What compose puts in the place of `${NAME:?…}`. */
const environmentOf = (name: string) =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      value.replace(/\$\{(\w+):\?[^}]*\}/, (_, variable: string) => secret(variable)),
    ]),
  );

test('it has a replica set, two of each service, an edge and a mail catcher', () => {
  expect(Object.keys(services).sort()).toEqual(
    ['api-1', 'api-2', 'edge', 'mailbox', 'migrate', 'mongo', 'web-1', 'web-2'].sort(),
  );
  expect(services.mongo).toMatchObject({ image: 'mongo:8', command: expect.stringContaining('--replSet rs0') });
});

test('every program that it starts is there', () => {
  const programs = Object.values(services).flatMap(({ command = '' }) => command.match(/services\/\S+\.ts/g) ?? []);
  expect(programs).toHaveLength(6);
  for (const program of programs) expect([program, existsSync(join(root, program))]).toEqual([program, true]);
});

test.each(['api-1', 'api-2', 'migrate'])('%s accepts its settings, those of production', (name) => {
  const config = readConfig(environmentOf(name));
  expect(config).toMatchObject({ environment: 'production', host: '0.0.0.0', trustProxy: ['uniquelocal'] });
  const database = new URL(config.mongodbUri);
  expect([database.host, database.pathname]).toEqual(['mongo:27017', '/portal']);
  const mail = new URL(config.smtpUrl);
  expect([mail.hostname, mail.port]).toEqual(['mailbox', services.mailbox?.environment.MAILBOX_SMTP_PORT]);
});

test('what is unsafe between machines is allowed by name, and nothing works without', () => {
  const { MONGODB_WITHOUT_TLS, SMTP_WITHOUT_TLS, ...safe } = environmentOf('api-1');
  expect([MONGODB_WITHOUT_TLS, SMTP_WITHOUT_TLS]).toEqual(['yes', 'yes']);
  expect(safe).not.toHaveProperty('MONGODB_WITHOUT_PASSWORD');
  expect(() => readConfig(safe)).toThrow('MONGODB_WITHOUT_TLS=yes');
  expect(() => readConfig({ ...environmentOf('api-1'), MAIL_FROM: '' })).toThrow('MAIL_FROM');
});

test('the database wants a password, and the portal is a user of its own there', () => {
  const { entrypoint = [], command = '', healthcheck } = services.mongo ?? {};
  const key = /--keyFile (\S+)/.exec(command)?.[1];
  expect(key).toBeDefined();
  expect(entrypoint.join(' ')).toContain(`> ${key})`);
  const { MONGO_INITDB_ROOT_PASSWORD, MONGO_PASSWORD } = environmentOf('mongo');
  const { username, password } = new URL(readConfig(environmentOf('api-1')).mongodbUri);
  expect([username, password]).toEqual(['portal', MONGO_PASSWORD]);
  expect(MONGO_INITDB_ROOT_PASSWORD).not.toBe(MONGO_PASSWORD);
  const look = healthcheck?.test.at(-1) ?? '';
  expect(look).toContain("auth('root', process.env.MONGO_INITDB_ROOT_PASSWORD)");
  expect(look).toContain("createUser({ user: 'portal', pwd: process.env.MONGO_PASSWORD, roles: ['readWrite'] })");
});

test('web processes are a user of their own at the database, who reads what they follow and nothing else', () => {
  const { username, password, host, pathname } = new URL(environmentOf('web-1').MONGODB_URI ?? '');
  const { MONGO_WEB_PASSWORD, MONGO_PASSWORD, MONGO_INITDB_ROOT_PASSWORD } = environmentOf('mongo');
  expect([username, password, host, pathname]).toEqual(['web', MONGO_WEB_PASSWORD, 'mongo:27017', '/portal']);
  expect([MONGO_PASSWORD, MONGO_INITDB_ROOT_PASSWORD]).not.toContain(MONGO_WEB_PASSWORD);
  const look = services.mongo?.healthcheck?.test.at(-1) ?? '';
  const [, readable = ''] = /const readable = \[([^\]]*)\]/.exec(look) ?? [];
  const { releases, blobs, bucket, locks, live } = RELEASE_COLLECTIONS;
  expect(readable.match(/[\w.]+/g)?.sort()).toEqual(
    [releases, blobs, `${bucket}.files`, `${bucket}.chunks`, locks, live].sort(),
  );
  expect(look).toContain("actions: ['find', 'changeStream']");
  expect(look).toContain("createRole({ role: 'releaseReader', privileges, roles: [] })");
  expect(look).toContain("createUser({ user: 'web', pwd: process.env.MONGO_WEB_PASSWORD, roles: ['releaseReader'] })");
});

test('the edge has no way to the database and the mails, and web processes none to the mails', () => {
  const withNetwork = (network: string) =>
    Object.entries(services)
      .filter(([, { networks }]) => networks.includes(network))
      .map(([name]) => name)
      .sort();
  expect(withNetwork('data')).toEqual(['api-1', 'api-2', 'mailbox', 'migrate', 'mongo']);
  expect(withNetwork('releases')).toEqual(['mongo', 'web-1', 'web-2']);
  for (const [name, { networks }] of Object.entries(services))
    expect([name, networks.length > 0]).toEqual([name, true]);
});

test.each(['web-1', 'web-2'])('%s accepts its settings, and shares the origin of the API', (name) => {
  const config = readWebConfig(environmentOf(name));
  expect(config).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' });
  expect(config.PUBLIC_URL).toBe(readConfig(environmentOf('api-1')).publicUrl);
});

test.each(['web-1', 'web-2'])('%s follows the database, and trusts the key that the API signs with', (name) => {
  const { MONGODB_URI, LOCK_PUBLIC_KEYS } = readWebConfig(environmentOf(name));
  expect(MONGODB_URI).toContain('@mongo:27017/portal');
  expect(LOCK_PUBLIC_KEYS.map((key) => key.export({ type: 'spki', format: 'der' }).toString('base64'))).toEqual([
    lockPublicKey(readConfig(environmentOf('api-1'))),
  ]);
  expect(() => readWebConfig({ ...environmentOf(name), LOCK_PUBLIC_KEYS: '' })).toThrow('LOCK_PUBLIC_KEYS');
});

const PROCESSES = ['api-1', 'api-2', 'web-1', 'web-2'];
const edgeFile = (name: string) => readFileSync(join(root, 'edge', name), 'utf8');
const portOfApi = new URL(environmentOf('web-1').API_URL ?? '').port;

test('the edge runs the Caddyfile of this repository', () => {
  expect(services.edge?.volumes).toContain('./edge/Caddyfile:/etc/caddy/Caddyfile:ro');
});

test.each(PROCESSES)('both edges know %s by its name and port', (name) => {
  const place = `${name}:${environmentOf(name).PORT}`;
  expect(edgeFile('Caddyfile')).toContain(place);
  expect(edgeFile('nginx.conf')).toContain(`server ${place} `);
});

test.each(PROCESSES)('the edge may ask %s whether it is ready, at the port and by the name that it uses', (name) => {
  const { OPERATOR_HOST, OPERATOR_PORT, OPERATOR_NAMES } = environmentOf(name);
  expect(OPERATOR_HOST).toBe('0.0.0.0');
  expect(OPERATOR_NAMES?.split(',')).toContain(name);
  expect(edgeFile('Caddyfile')).toContain(`health_port ${OPERATOR_PORT}`);
});

test('the web processes ask the API at the edge', () => {
  expect(edgeFile('Caddyfile')).toContain(`:${portOfApi} {`);
  expect(edgeFile('nginx.conf')).toContain(`listen ${portOfApi};`);
});

test.each(PROCESSES)('%s has time enough to end well, and is judged by whether it lives', (name) => {
  const config = readConfig(environmentOf('api-1'));
  const grace = Number(/^(\d+)s$/.exec(services[name]?.stop_grace_period ?? '')?.[1]) * 1000;
  expect(grace).toBeGreaterThan(config.drainDelayMs + DRAIN_DEADLINE_MS + CLOSE_DEADLINE_MS);
  expect(services[name]?.healthcheck?.test.join(' ')).toContain('/healthz');
});

test('no process gets any of the data folder, and web processes have a place of their own for what they bring', () => {
  for (const name of PROCESSES) expect([name, services[name]?.volumes]).toEqual([name, ['.:/portal:ro']]);
  for (const name of ['web-1', 'web-2']) {
    const { RELEASES_DIR, LOCKS_DIR } = readWebConfig(environmentOf(name));
    const [place = '', ...others] = services[name]?.tmpfs ?? [];
    const [folder, options] = place.split(':');
    expect(others).toEqual([]);
    expect([dirname(RELEASES_DIR), dirname(LOCKS_DIR)]).toEqual([folder, folder]);
    // The user that the image has.
    expect(options?.split(',')).toEqual(expect.arrayContaining(['uid=1000', 'gid=1000']));
  }
});

test('the commands that the documents give for it can be run as they stand', async () => {
  const operations = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
  const given = [...`${operations}\n${text}`.matchAll(/docker compose run .*?(\S+) node (services\/\S+\.ts) (\w+)/g)];
  expect(given.map(([, , , name]) => name)).toEqual(expect.arrayContaining(['users', 'backup', 'restore']));
  for (const [, service = '', program = '', name] of given) {
    expect([service, existsSync(join(root, program))]).toEqual(['migrate', true]);
    expect(services[service]).toBeDefined();
    await expect(runCommand(name, ['--help'], {})).resolves.toContain('Usage: ');
  }
});

test('only the edge is open to the world', () => {
  const open = Object.entries(services).filter(([, { ports }]) => ports.some((port) => !port.startsWith('127.0.0.1:')));
  expect(open.map(([name]) => name)).toEqual(['edge']);
});
