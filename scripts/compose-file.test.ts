import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { lockPublicKey, readConfig, runCommand } from '@cytocomm/api';
import { CLOSE_DEADLINE_MS, DRAIN_DEADLINE_MS } from '@cytocomm/listener';
import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import { readTrialsConfig } from '@cytocomm/trials';
import { readWebConfig } from '@cytocomm/web';
import { parse } from 'yaml';
import { z } from 'zod';
import { runScript } from './testing/run-script.ts';

// docker-compose.yml cannot be run here; this holds it to what the services really ask for.

const MB = 1024 * 1024;
const root = join(import.meta.dirname, '..');
const serviceSchema = z.object({
  image: z.string(),
  build: z.object({ context: z.literal('.'), target: z.string() }).optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  entrypoint: z.array(z.string()).optional(),
  profiles: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
  stop_grace_period: z.string().optional(),
  healthcheck: z.object({ test: z.array(z.string()).optional(), disable: z.boolean().default(false) }).optional(),
});
const fileSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});
const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const head = text.slice(0, text.indexOf('\nx-service:'));
const SECRETS_OF_API = './secrets/api:/run/settings:ro';
const { services, secrets } = fileSchema.parse(parse(text, { merge: true }));

let dir: string;
beforeAll(async () => {
  dir = join(mkdtempSync(join(tmpdir(), 'compose-')), 'secrets');
  expect(await runScript('secrets', [dir], {})).toMatchObject({ code: 0 });
  writeFileSync(join(dir, 'smtp_url'), 'smtp://mailpit:1025\n');
});
afterAll(() => rmSync(dirname(dir), { recursive: true, force: true }));

const secret = (name: string) => readFileSync(join(dir, name), 'utf8').trim();
/** What has no default: what the head of the file says for a trial with the mail catcher. */
const GIVEN: Readonly<Record<string, string>> = {
  SMTP_WITHOUT_TLS: 'yes',
  MAIL_FROM: 'Cytocomm <portal@example.com>',
  CONTACT_EMAIL: 'hello@example.com',
};
/** What a container gets: compose's own variables as given or by default, and its secrets where npm run secrets made them. */
const environmentOf = (name: string) =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      value
        .replace(/\$\{(\w+):([-?])([^}]*)\}/, (_, variable: string, kind: string, rest: string) => {
          const given = GIVEN[variable] ?? (kind === '-' ? rest : undefined);
          if (given === undefined) throw new Error(`${variable} is given nowhere: ${rest}`);
          return given;
        })
        .replace('/run/secrets/', `${dir}/`),
    ]),
  );

test('it has a replica set, two of each service, an edge, and the rest by profiles', () => {
  const named = (profile?: string) =>
    Object.keys(services)
      .filter((name) =>
        profile === undefined ? services[name]?.profiles.length === 0 : services[name]?.profiles.includes(profile),
      )
      .sort();
  expect(named()).toEqual(['api-1', 'api-2', 'edge', 'migrate', 'mongo', 'web-1', 'web-2']);
  expect(named('backup')).toEqual(['backup']);
  expect(named('mail')).toEqual(['mailpit']);
  expect(named('metrics')).toEqual(['alertmanager', 'grafana', 'prometheus']);
  expect(named('trials')).toEqual(['trials']);
  expect(named('traces')).toEqual(['jaeger']);
  expect(services.mongo).toMatchObject({
    image: expect.stringMatching(/^mongo:8\.0\./),
    command: expect.stringContaining('--replSet rs0'),
  });
});

test('every image of others has a version, down to the minor at least', () => {
  const foreign = Object.values(services)
    .map(({ image }) => image)
    .filter((image) => !image.startsWith('cytocomm/'));
  expect(foreign.length).toBeGreaterThan(5);
  expect(foreign.filter((image) => !/:v?\d+\.\d+(\.\d+)?$/.test(image))).toEqual([]);
  // An earlier one does not always send a body again that met a refused connection.
  const [, patch = ''] = /^caddy:2\.11\.(\d+)$/.exec(services.edge?.image ?? '') ?? [];
  expect(Number(patch)).toBeGreaterThanOrEqual(4);
  // The tests of CI run on the same database.
  expect(readFileSync(join(root, '.github', 'workflows', 'ci.yml'), 'utf8')).toContain(services.mongo?.image ?? '-');
});

test('the portal’s services are images of the Dockerfile: nobody is root, nothing can be written, memory is bounded', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  for (const [name, service] of Object.entries(services)) {
    expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
    if (service.build === undefined) continue;
    expect(dockerfile).toMatch(new RegExp(`^FROM service AS ${service.build.target}$`, 'm'));
    expect(service).toMatchObject({
      image: expect.stringContaining(`-${service.build.target}:`),
      read_only: true,
      cap_drop: ['ALL'],
    });
    // No checkout inside.
    expect([name, service.volumes.filter((each) => each !== SECRETS_OF_API)]).toEqual([name, []]);
  }
  expect(Object.values(services).filter(({ build }) => build !== undefined)).toHaveLength(6);
});

test('no container fills the disk with what it writes: old lines of each go', () => {
  const kept = Object.entries(services).map(([name, { logging }]) => [name, logging]);
  expect(kept.length).toBeGreaterThan(12);
  const bounded = {
    driver: 'json-file',
    options: { 'max-size': expect.stringMatching(/^\d{1,2}m$/), 'max-file': expect.stringMatching(/^\d$/) },
  };
  expect(kept).toEqual(kept.map(([name]) => [name, bounded]));
});

test('npm run secrets makes every secret that it takes, its owner’s alone, and never again', async () => {
  const ofYours = ['alert_webhook', 'smtp_url'];
  const files = Object.values(secrets)
    .map(({ file }) => basename(file))
    .filter((name) => !ofYours.includes(name));
  for (const name of ofYours) expect(text).toContain(`secrets/${name}: write it there first`);
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

test('deploy/company-account.yml adds the settings of a company account to both API processes, and no secret', () => {
  const added = readFileSync(join(root, 'deploy/company-account.yml'), 'utf8');
  const schema = fileSchema.extend({ services: z.record(z.string(), serviceSchema.omit({ image: true })) });
  const { services: both, secrets: own } = schema.parse(parse(added, { merge: true }));
  expect(Object.keys(both)).toEqual(['api-1', 'api-2']);
  const file = join(dir, 'oidc_client_secret');
  writeFileSync(file, 'the secret of the client\n');
  const given = {
    OIDC_ISSUER: 'https://login.example',
    OIDC_CLIENT_ID: 'portal',
    OIDC_EMAIL_DOMAINS: 'company.example',
  };
  for (const { environment, secrets: names } of Object.values(both)) {
    expect(Object.keys(own)).toEqual(names);
    const settings = {
      ...environment,
      ...given,
      OIDC_CLIENT_SECRET_FILE: file,
      OIDC_NAME: '',
      OIDC_SECOND_FACTOR_AMR: '',
    };
    expect(Object.keys(settings)).toEqual(Object.keys(environment));
    expect(environment.OIDC_CLIENT_SECRET_FILE).toBe('/run/secrets/oidc_client_secret');
    const { companyAccount } = readConfig({ HOST: '0.0.0.0', ...environmentOf('api-1'), ...settings });
    expect(companyAccount).toMatchObject({ issuer: 'https://login.example', clientSecret: 'the secret of the client' });
  }
  rmSync(file);
});

test('no secret stands in the file or in an environment', () => {
  for (const { environment } of Object.values(services))
    for (const [name, value] of Object.entries(environment))
      if (/SECRET|PASSWORD|_KEY|MONGODB_URI|SMTP_URL/.test(name))
        expect([name, value]).toEqual([expect.stringMatching(/_FILE$/), expect.stringMatching(/^\/run\/secrets\//)]);
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

test('whoever does not say who sends mails, by which server, and who reads the contact form gets no portal', () => {
  const demanded = [...text.matchAll(/\$\{(\w+):\?[^}]+\}/g)].map(([, name = '']) => name);
  expect(demanded).toEqual(['MAIL_FROM', 'CONTACT_EMAIL']);
  for (const name of demanded) expect(head).toMatch(new RegExp(`^#   ${name}=\\S`, 'm'));
  const trial = secret('smtp_url');
  expect(head).toContain(
    `${trial} in secrets/smtp_url, SMTP_WITHOUT_TLS=yes, and \`docker compose --profile mail up\``,
  );
  expect(services).toHaveProperty(new URL(trial).hostname);
});

test('operations.md has each variable of compose with its default, as a setting or as one of compose’s own', () => {
  const operations = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
  const added = readFileSync(join(root, 'deploy/company-account.yml'), 'utf8');
  const variables = new Map(
    [...`${text}\n${added}`.matchAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g)].map(([, name = '', rest = '']) => [name, rest]),
  );
  const own = ['SITE_ADDRESS', 'PORTAL_VERSION', 'ALERTMANAGER_FILE', 'BACKUP_FOLDER', 'BACKUP_RECIPIENTS'];
  for (const name of own)
    expect(operations).toContain(`| \`${name}\` | ${variables.get(name) ? `\`${variables.get(name)}\`` : 'none'} | `);
  const known = new Set([...operations.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name));
  expect([...variables.keys()].filter((name) => !known.has(name))).toEqual([]);
});

test('all other settings may be given in two files beside the secrets, which need not be there', () => {
  const files = Object.entries(services).flatMap(([name, { env_file: given }]) =>
    given.map((file) => ({ name, file })),
  );
  const api = { path: './secrets/api.env', required: false };
  const web = { path: './secrets/web.env', required: false };
  const inApi = ['api-1', 'api-2', 'migrate', 'operator'].map((name) => ({ name, file: api }));
  const inWeb = ['web-1', 'web-2'].map((name) => ({ name, file: web }));
  expect(files.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([...inApi, ...inWeb]);
  const ofApi = {
    SECOND_FACTOR_ROLES: 'admin',
    STEP_UP_MINUTES: '5',
    CAPTCHA_COST: '2000',
    MAX_UPLOAD_MB: '7',
    LOG_LEVEL: 'warn',
  };
  // What the file sets counts before what those files do.
  expect(readConfig({ HOST: '0.0.0.0', ...ofApi, ...environmentOf('api-1') })).toMatchObject({
    secondFactorRoles: ['admin'],
    stepUp: { minutes: 5 },
    maxUploadBytes: 7 * MB,
    logLevel: 'warn',
  });
  const ofWeb = { RELEASE_BASE_URL: 'https://cdn.example', LOG_LEVEL: 'warn' };
  expect(readWebConfig({ ...ofWeb, ...environmentOf('web-1') })).toMatchObject(ofWeb);
});

test('a secret among them is a file, which each process of the API finds where its setting says', () => {
  const [, place = ''] = /SESSION_SECRET_PREVIOUS_FILE=(\/\S+)\/session_secret_previous,/.exec(head) ?? [];
  const names = ['SESSION_SECRET_PREVIOUS', 'TOKEN_SECRET_PREVIOUS', 'AUDIT_SECRET', 'CAPTCHA_SECRET'];
  for (const name of names) expect(head.match(new RegExp(`${name}(?!_PREVIOUS)\\w*`, 'g'))).toEqual([`${name}_FILE`]);
  for (const name of ['api-1', 'api-2', 'migrate', 'operator'])
    expect([name, services[name]?.volumes]).toEqual([name, [`./secrets/api:${place}:ro`]]);
  expect(SECRETS_OF_API).toContain(`:${place}:`);
  expect(statSync(join(dir, 'api')).mode & 0o777).toBe(0o755);
  const files = names.map((name, turn) => {
    const file = join(dir, 'api', name.toLowerCase());
    writeFileSync(file, `${String(turn).repeat(32)}\n`);
    return [`${name}_FILE`, file];
  });
  const captcha = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'site' };
  const given = { HOST: '0.0.0.0', ...captcha, ...Object.fromEntries(files), ...environmentOf('api-1') };
  expect(readConfig(given)).toMatchObject({
    sessionSecrets: [secret('session_secret'), '0'.repeat(32)],
    tokenSecrets: [secret('token_secret'), '1'.repeat(32)],
    auditSecrets: ['2'.repeat(32), secret('token_secret'), '1'.repeat(32)],
    captcha: { secret: '3'.repeat(32) },
  });
});

test('what is unsafe between machines is allowed by name, and nothing works without', () => {
  const { MONGODB_WITHOUT_TLS, SMTP_WITHOUT_TLS, ...safe } = environmentOf('api-1');
  expect([MONGODB_WITHOUT_TLS, SMTP_WITHOUT_TLS]).toEqual(['yes', 'yes']);
  expect(safe).not.toHaveProperty('MONGODB_WITHOUT_PASSWORD');
  expect(() => readConfig(safe)).toThrow('MONGODB_WITHOUT_TLS=yes');
});

const usersFile = readFileSync(join(root, 'deploy', 'mongo-users.js'), 'utf8');
/** The names in a list of that file. */
const listIn = (name: string) => {
  const [, list = ''] = new RegExp(`const ${name} = \\[(.*?)\\];`, 's').exec(usersFile) ?? [];
  return [...list.matchAll(/'([\w.]+)'/g)].map(([, each = '']) => each).sort();
};

test('the database wants a password, and each service is a user of its own there', () => {
  const { entrypoint = [], command = '', healthcheck, volumes } = services.mongo ?? {};
  const key = /--keyFile (\S+)/.exec(String(command))?.[1];
  expect(key).toBeDefined();
  expect(entrypoint.join(' ')).toContain(`> ${key})`);
  expect(healthcheck?.test).toEqual(['CMD', 'mongosh', '--quiet', '--file', '/users.js']);
  expect(volumes).toContain('./deploy/mongo-users.js:/users.js:ro');
  const users = ['api', 'web', 'trials', 'operator'];
  for (const user of users) {
    const { username, password } = new URL(secret(`mongodb_uri_${user}`));
    expect([username, password]).toEqual([user, secret(`mongo_${user}_password`)]);
    expect(services.mongo?.secrets).toContain(`mongo_${user}_password`);
    expect(usersFile).toMatch(new RegExp(`^  ${user}: \\[`, 'm'));
  }
});

test('the API may change every collection but the audit trail and acknowledgements, to which it adds', () => {
  const security = readFileSync(join(root, 'docs', 'security.md'), 'utf8');
  const [, table = ''] = /^\| Collection \|[^\n]*\n(.*?)\n\n/ms.exec(security) ?? [];
  const kept = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name));
  expect(kept.length).toBeGreaterThan(30);
  const { live } = RELEASE_COLLECTIONS;
  const changed = listIn('CHANGED');
  const onlyAdded = ['audit', 'audit_seals', 'document_acknowledgements'];
  // Of the commands that take backups and put them back.
  const onlyRead = ['backups', 'restores'];
  expect(kept).toEqual(expect.arrayContaining(onlyAdded));
  expect(kept.filter((name) => !changed.includes(name)).toSorted()).toEqual([...onlyAdded, ...onlyRead].toSorted());
  expect(changed).toContain(live);
});

test('web processes read what they follow and nothing else', () => {
  const { releases, blobs, bucket, locks, live } = RELEASE_COLLECTIONS;
  expect(listIn('RELEASES')).toEqual([releases, blobs, `${bucket}.files`, `${bucket}.chunks`, locks, live].sort());
});

test('the edge has no way to the database and the mails, and web processes none to the mails', () => {
  const withNetwork = (network: string) =>
    Object.entries(services)
      .filter(([, { networks }]) => networks.includes(network))
      .map(([name]) => name)
      .sort();
  expect(withNetwork('data')).toEqual(['api-1', 'api-2', 'backup', 'migrate', 'mongo', 'operator']);
  expect(withNetwork('releases')).toEqual(['mongo', 'trials', 'web-1', 'web-2']);
  expect(withNetwork('mail')).toEqual(['api-1', 'api-2', 'mailbox', 'mailpit']);
  for (const [name, { networks }] of Object.entries(services))
    expect([name, networks.length > 0]).toEqual([name, true]);
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

test('nothing is traced as it is; with the collector of its profile the services send their spans there', () => {
  expect(readConfig(environmentOf('api-1')).traces.OTEL_EXPORTER_OTLP_ENDPOINT).toBeUndefined();
  expect(readWebConfig(environmentOf('web-1')).OTEL_EXPORTER_OTLP_ENDPOINT).toBeUndefined();
  const [, endpoint = ''] = /export OTEL_EXPORTER_OTLP_ENDPOINT=(\S+?)\)/.exec(text) ?? [];
  expect(services).toHaveProperty(new URL(endpoint).hostname);
  for (const name of ['api-1', 'api-2', 'web-1', 'web-2', 'jaeger'])
    expect(services[name]?.networks).toContain('traces');
  expect(text.match(/OTEL_EXPORTER_OTLP_ENDPOINT: \$\{OTEL_EXPORTER_OTLP_ENDPOINT:-\}/g)).toHaveLength(2);
  const asked = { ...environmentOf('api-1'), OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  expect(readConfig(asked).traces).toMatchObject({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: 0.01,
  });
});

test('the trial runner accepts its settings', () => {
  expect(readTrialsConfig(environmentOf('trials'), () => 'chromium').MONGODB_URI).toContain('trials:');
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
  const { OPERATOR_PORT, OPERATOR_NAMES } = environmentOf(name);
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
  // The image's own health check, whose port this is.
  expect(environmentOf(name).OPERATOR_PORT).toBe(name.startsWith('api') ? '3001' : '3002');
});

/** Returns bytes of compose's words: 512m, 2g. */
function bytesOf(size = ''): number {
  const [, count = '', unit = ''] = /^(\d+)([mg])$/.exec(size) ?? [];
  return Number(count) * (unit === 'g' ? 1024 : 1) * MB;
}
/** The folders in memory that a service has, by their places. */
const foldersOf = (name: string) =>
  new Map(
    (services[name]?.tmpfs ?? []).map((each) => {
      const [folder = '', options = ''] = each.split(':');
      return [folder, Object.fromEntries(options.split(',').map((option) => option.split('=')))];
    }),
  );

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });
/** The rooms of a service and, of all depth, those that it depends on. */
function roomsOf(room: string, found = new Set<string>()): ReadonlySet<string> {
  found.add(room);
  const { dependencies } = manifestSchema.parse(JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8')));
  for (const name of Object.keys(dependencies))
    for (const group of ['services', 'packages']) {
      const other = name.replace('@cytocomm/', `${group}/`);
      if (other !== name && !found.has(other) && existsSync(join(root, other, 'package.json'))) roomsOf(other, found);
    }
  return found;
}
const needsTemporaryFolder = (room: string) =>
  [...roomsOf(room)]
    .flatMap((each) => globSync('src/**/*.ts', { cwd: join(root, each) }).map((file) => join(root, each, file)))
    .filter((file) => !/\.test\.ts$|\/testing[/-]/.test(file))
    .some((file) => /\btmpdir\(/.test(readFileSync(file, 'utf8')));

test('whose code makes temporary folders has room for them: nothing else can be written', () => {
  const built = Object.entries(services).filter(([, { image }]) => image.startsWith('cytocomm/'));
  const needing = built.filter(([, { image }]) =>
    needsTemporaryFolder(`services/${/^cytocomm\/portal-(\w+):/.exec(image)?.[1]}`),
  );
  expect(needing.map(([name]) => name).toSorted()).toEqual([
    'api-1',
    'api-2',
    'backup',
    'migrate',
    'operator',
    'trials',
  ]);
  for (const [name] of needing)
    expect([name, foldersOf(name).get('/tmp')]).toEqual([
      name,
      expect.objectContaining({ uid: '1000', gid: '1000', mode: '0700', size: '512m' }),
    ]);
});

test('two uploads of releases fit into the temporary folder of the API', () => {
  const operations = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
  const needed = Number(/needs up to (\d+) MB in its\s+folder for temporary files/.exec(operations)?.[1]) * 1_000_000;
  for (const name of ['api-1', 'api-2']) expect(bytesOf(foldersOf(name).get('/tmp')?.size)).toBeGreaterThan(needed);
});

test.each(PROCESSES)('%s has 1 GB of memory beside what its folders in memory may hold', (name) => {
  const folders = [...foldersOf(name).values()].map(({ size }) => bytesOf(size));
  expect(folders).toEqual([512 * MB]);
  expect(bytesOf(services[name]?.mem_limit) - 512 * MB).toBe(1024 * MB);
});

test('no process gets any of the data folder, and web processes have a place of their own for what they bring', () => {
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
  const given = [...`${operations}\n${text}`.matchAll(/docker compose run --rm (?:[^`\n]*? )?(operator) ([\w-]+)/g)];
  expect(given.map(([, , name]) => name)).toEqual(expect.arrayContaining(['users', 'backup', 'restore']));
  const { entrypoint } = services.operator ?? {};
  expect(existsSync(join(root, entrypoint?.[1] ?? ''))).toBe(true);
  for (const [, , name] of given) await expect(runCommand(name, ['--help'], {})).resolves.toContain('Usage: ');
});

/** Of a key that nobody has. */
const RECIPIENT = 'age1x37v05pvq9sn3c3etavdxlnndfd8ztt37p4s02jdgkzuu2332uzqlfjw82';

test('the backup service takes encrypted backups into the one folder that it has, with the database alone', async () => {
  const { command = [], environment, healthcheck, secrets: given } = services.backup ?? {};
  const run = (recipients: string) =>
    runCommand(
      String(command[0]),
      [...command].slice(1).map((word) => word.replace(/^\$\{BACKUP_RECIPIENTS:-\}$/, recipients)),
      {},
    );
  // All arguments are read before the database is looked for, of which nothing is said here.
  await expect(run(`${RECIPIENT},age1nonsense`)).rejects.toThrow('is no recipient');
  await expect(run(`${RECIPIENT},${RECIPIENT}`)).rejects.toThrow('MONGODB_URI: is missing');
  await expect(run('')).rejects.toThrow('--recipient says whose key opens the backups');
  expect(command).toContain('--every-hours');
  expect(text).toContain(`volumes: ['\${BACKUP_FOLDER:-./backups}:${command[1]}']`);
  expect(Object.keys(environment ?? {})).toEqual(['MONGODB_URI_FILE', 'MONGODB_WITHOUT_TLS']);
  expect([given, healthcheck?.disable]).toEqual([['mongodb_uri_operator'], true]);
  expect(head).toContain('install -d -m 700 -o 1000 backups');
});

test('the unit of systemd takes the same backups, into a folder that it may write', async () => {
  const unit = readFileSync(join(root, 'deploy', 'portal-backup.service'), 'utf8');
  const inUnit = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const [, name = '', words = ''] = /^\/usr\/bin\/npm run --silent ([\w-]+) -- (.*)$/.exec(inUnit('ExecStart')) ?? [];
  const args = words.replace(/\$\{BACKUP_RECIPIENTS\}/, `${RECIPIENT},${RECIPIENT}`).split(' ');
  await expect(runCommand(name, args, {})).rejects.toThrow('MONGODB_URI: is missing');
  expect(args[0]).toBe(inUnit('ReadWritePaths'));
  const timer = readFileSync(join(root, 'deploy', 'portal-backup.timer'), 'utf8');
  expect(timer).toContain('OnCalendar=');
});

test('upgrading.md replaces each process by itself, and asks it whether it is ready', async () => {
  const upgrading = readFileSync(join(root, 'docs', 'upgrading.md'), 'utf8');
  const [, names = '', body = ''] = /for each in ([^;]+); do\n(.*?)\ndone/s.exec(upgrading) ?? [];
  expect(names.split(' ')).toEqual(PROCESSES);
  expect(body).toContain('docker compose up --detach --no-deps "$each"\n');
  const [, question = ''] = /exec -T "\$each" node -e '([^']+)'; do/.exec(body) ?? [];
  let status = 503;
  const asked: (string | undefined)[] = [];
  const server = createServer((req, res) => {
    asked.push(req.url);
    res.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const ask = async () => {
    const [code] = await once(spawn(process.execPath, ['-e', question], { env: { OPERATOR_PORT: port } }), 'exit');
    return code;
  };
  expect(await ask()).toBe(1);
  status = 200;
  expect([await ask(), asked]).toEqual([0, ['/readyz', '/readyz']]);
  server.close();
  await once(server, 'close');
  expect(await ask()).toBe(1);
});

test('only the edge is open to the world', () => {
  const open = Object.entries(services).filter(([, { ports }]) => ports.some((port) => !port.startsWith('127.0.0.1:')));
  expect(open.map(([name]) => name)).toEqual(['edge']);
});
