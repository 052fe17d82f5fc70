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
let tree: ProductionTree;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'image-'));
  folder = join(dir, 'api');
  tree = writeProductionTree(ROOT, 'api', folder);
}, 180_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const filesIn = (room: string) => readdirSync(join(folder, room), { recursive: true, encoding: 'utf8' });

test('an image of the API holds its rooms and no other, without tests', () => {
  expect(tree.rooms).toEqual([
    'packages/composition',
    'packages/contract',
    'packages/releases',
    'services/api',
    'services/database-address',
    'services/listener',
    'services/traces',
  ]);
  // Packages that a room has for itself lie in it.
  const files = tree.rooms.flatMap(filesIn).filter((file) => !file.startsWith('node_modules'));
  expect(files.filter((file) => /\.test\.tsx?$|(^|\/)testing(\/|$)|\.md$/.test(file))).toEqual([]);
  expect(files).toContain('src/main.ts');
});

test('it holds what the API imports, and nothing that only builds, tests or develops', () => {
  const names = new Set(tree.packages.map((path) => path.split('node_modules/').at(-1)));
  for (const name of ['express', 'mongoose', 'zod', 'pino']) expect([name, names.has(name)]).toEqual([name, true]);
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
  for (const path of tree.packages)
    expect([path, existsSync(join(folder, path, 'package.json'))]).toEqual([path, true]);
});

test('its bill of materials lists all of it with version and hash, and is the same each time', () => {
  const bill = billOfMaterials(ROOT, 'api', tree);
  expect(billOfMaterials(ROOT, 'api', tree)).toBe(bill);
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
  expect(metadata.component.name).toBe('@cytocomm/api');
  expect(components).toHaveLength(tree.packages.length + tree.rooms.length - 1);
  expect(components.find(({ name }) => name === '@fastify/busboy')?.purl).toMatch(/^pkg:npm\/%40fastify\/busboy@\d/);
  expect(components.filter(({ name, hashes }) => hashes === undefined && !name.startsWith('@cytocomm/'))).toEqual([]);
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
  throw new Error(`The API ended: ${lines.join('\n')}`);
}

test('the API starts from it alone, in production, with its secrets in files', async () => {
  const database = await startOwnDatabase(join(dir, 'data'));
  const secrets: Readonly<Record<string, string>> = {
    MONGODB_URI: database.uri,
    SESSION_SECRET: 's'.repeat(40),
    TOKEN_SECRET: 't'.repeat(40),
    LOCK_SIGNING_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  const files = Object.entries(secrets).map(([name, value]) => {
    const path = join(dir, name);
    writeFileSync(path, `${value}\n`, { mode: 0o600 });
    return [`${name}_FILE`, path];
  });
  const settings = {
    PORT: '0',
    OPERATOR_PORT: '0',
    PUBLIC_URL: 'https://portal.cytocomm.example',
    MAIL_FROM: 'portal@cytocomm.example',
    CONTACT_EMAIL: 'hello@cytocomm.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    DRAIN_DELAY: '0',
  };
  const program = spawn(process.execPath, ['services/api/src/main.ts'], {
    cwd: folder,
    env: { ...settings, ...Object.fromEntries(files) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  try {
    const url = await operatorUrlOf(program);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('portal_build_info');
  } finally {
    program.kill('SIGTERM');
    expect(await ended).toBe(0);
    await database.stop();
  }
}, 120_000);

test('what is not installed is told in a sentence', () => {
  expect(() => writeProductionTree(dir, 'web', join(dir, 'web'))).toThrow(/npm ci installs it/);
});
