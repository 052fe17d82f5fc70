import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { startOwnDatabase } from '../portal/own-database.ts';
import { ROOT } from '../root.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { type ProductionTree, writeProductionTree } from './production-tree.ts';

let dir: string;
let folder: string;
let trees: Readonly<Record<'api' | 'web', ProductionTree>>;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'image-'));
  folder = join(dir, 'api');
  trees = {
    api: writeProductionTree(ROOT, 'api', folder),
    web: writeProductionTree(ROOT, 'web', join(dir, 'web')),
  };
}, 180_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const ROOMS = ['packages/composition', 'packages/contract', 'packages/releases'];
const SERVICES = ['services/database-address', 'services/listener', 'services/traces'];

describe.each([
  ['api', ['express', 'mongoose', 'zod', 'pino'], '@fastify/busboy'],
  ['web', ['express', 'mongodb', 'zod', 'pino'], '@pinojs/redact'],
] as const)('an image of %s', (service, imported, scoped) => {
  it('holds its rooms and no other, without tests', () => {
    const { rooms } = trees[service];
    expect(rooms.toSorted()).toEqual([...ROOMS, ...SERVICES, `services/${service}`].toSorted());
    // Packages that a room has for itself lie in it.
    const files = rooms
      .flatMap((room) => readdirSync(join(dir, service, room), { recursive: true, encoding: 'utf8' }))
      .filter((file) => !file.startsWith('node_modules'));
    expect(files.filter((file) => /\.test\.tsx?$|(^|\/)testing(\/|$)|\.md$/.test(file))).toEqual([]);
    expect(files).toContain('src/main.ts');
  });

  it('holds what it imports, and nothing that only builds, tests or develops', () => {
    const { packages } = trees[service];
    const names = new Set(packages.map((path) => path.split('node_modules/').at(-1)));
    for (const name of imported) expect([name, names.has(name)]).toEqual([name, true]);
    for (const name of [
      'jest',
      'webpack',
      'typescript',
      '@biomejs/biome',
      '@playwright/test',
      'react-dom',
      'smtp-server',
    ])
      expect([name, names.has(name)]).toEqual([name, false]);
    for (const path of packages)
      expect([path, existsSync(join(dir, service, path, 'package.json'))]).toEqual([path, true]);
  });

  it('has a bill of materials that lists all of it with version and hash, and is the same each time', () => {
    const tree = trees[service];
    const bill = billOfMaterials(ROOT, service, tree);
    expect(billOfMaterials(ROOT, service, tree)).toBe(bill);
    const componentSchema = z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      hashes: z.array(z.unknown()).optional(),
    });
    const { components, metadata, ...head } = z
      .looseObject({ components: z.array(componentSchema), metadata: z.object({ component: componentSchema }) })
      .parse(JSON.parse(bill));
    expect(head).toEqual({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(metadata.component.name).toBe(`@cytocomm/${service}`);
    expect(components).toHaveLength(tree.packages.length + tree.rooms.length - 1);
    const purl = components.find(({ name }) => name === scoped)?.purl;
    expect(purl).toMatch(new RegExp(`^pkg:npm/${scoped.replace('@', '%40')}@\\d`));
    expect(components.filter(({ name, hashes }) => hashes === undefined && !name.startsWith('@cytocomm/'))).toEqual([]);
  });
});

const listeningSchema = z.object({ operatorUrl: z.string() });

/** Resolves to the address of the operators' listener, once the program listens. */
async function operatorUrlOf(program: ChildProcess): Promise<string> {
  if (program.stdout === null) throw new Error('The program has no output.');
  const lines: string[] = [];
  for await (const line of createInterface({ input: program.stdout })) {
    lines.push(line);
    if (line.startsWith('{"url"')) return listeningSchema.parse(JSON.parse(line)).operatorUrl;
  }
  throw new Error(`The service ended: ${lines.join('\n')}`);
}

/** Starts a service from a folder that holds its production tree, in production, with its secrets in files. Ends it after what `look` sees at the operators' listener. */
async function runFrom(
  cwd: string,
  service: string,
  secrets: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>>,
  look: (operatorUrl: string) => Promise<void>,
): Promise<void> {
  const files = Object.entries(secrets).map(([name, value]) => {
    const path = join(dir, name);
    writeFileSync(path, `${value}\n`, { mode: 0o600 });
    return [`${name}_FILE`, path];
  });
  const usual = { PORT: '0', OPERATOR_PORT: '0', PUBLIC_URL: 'https://portal.cytocomm.example', DRAIN_DELAY: '0' };
  const program = spawn(process.execPath, [`services/${service}/src/main.ts`], {
    cwd,
    env: { ...usual, ...settings, ...Object.fromEntries(files) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  try {
    await look(await operatorUrlOf(program));
  } finally {
    program.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
}

async function isWell(operatorUrl: string): Promise<void> {
  expect((await fetch(`${operatorUrl}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${operatorUrl}/metrics`)).text()).toContain('portal_build_info');
}

test('api and web start from their trees alone, in production, with their secrets in files', async () => {
  await using started = new AsyncDisposableStack();
  const database = await startOwnDatabase(join(dir, 'data'));
  started.defer(() => database.stop());
  const keys = generateKeyPairSync('ed25519');
  const ofApi = {
    MONGODB_URI: database.uri,
    SESSION_SECRET: 's'.repeat(40),
    TOKEN_SECRET: 't'.repeat(40),
    LOCK_SIGNING_KEY: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  const mails = {
    MAIL_FROM: 'portal@cytocomm.example',
    CONTACT_EMAIL: 'hello@cytocomm.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  await runFrom(folder, 'api', ofApi, mails, isWell);

  const ofWeb = join(dir, 'web');
  const key = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const places = { RELEASES_DIR: join(dir, 'store', 'releases'), LOCKS_DIR: join(dir, 'store', 'locks') };
  await runFrom(ofWeb, 'web', { MONGODB_URI: database.uri, LOCK_PUBLIC_KEYS: key }, places, async (operatorUrl) => {
    await isWell(operatorUrl);
    // It has read the database, in which there is no lock yet.
    expect(await (await fetch(`${operatorUrl}/readyz`)).json()).toMatchObject({ status: 'not-ready', lock: null });
  });
}, 240_000);

test('what is not installed is told in a sentence', () => {
  expect(() => writeProductionTree(dir, 'web', join(dir, 'none'))).toThrow(/npm ci installs it/);
});
