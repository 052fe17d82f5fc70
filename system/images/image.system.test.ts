import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  BILL_FILE,
  billOfMaterials,
  folderOf,
  IMAGE_SERVICES,
  type ImageService,
  type ProductionTree,
  productionTree,
  programOf,
  writeImage,
} from '../../tools/checks/images/write-image.ts';
import { startOwnDatabase } from '../../tools/commands/portal/database.ts';
import { runScript } from '../../tools/commands/testing/own-portal.ts';
import { ROOT } from '../../tools/commands/workspaces.ts';
import { contentOf, type LayerEntry, layerOf, runService } from './testing/run-service.ts';

interface Image {
  readonly folder: string;
  readonly tree: ProductionTree;
  readonly layer: readonly LayerEntry[];
}

let dir: string;
const images = new Map<ImageService, Image>();
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'images-'));
  // One that would show in the rights of written files.
  const before = process.umask(0o077);
  try {
    for (const service of IMAGE_SERVICES) {
      const folder = join(dir, service);
      images.set(service, { folder, tree: writeImage(ROOT, service, folder), layer: layerOf(folder) });
    }
  } finally {
    process.umask(before);
  }
}, 480_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function imageOf(service: ImageService): Image {
  const image = images.get(service);
  if (image === undefined) throw new Error(`There is no image of ${service}.`);
  return image;
}

const COMPOSED = ['packages/composition', 'packages/contract'];
const PAGES = [...COMPOSED, 'packages/releases', 'services/runtime'];
const NEEDED: Readonly<Record<ImageService, { rooms: readonly string[]; packages: readonly string[] }>> = {
  api: { rooms: PAGES, packages: ['express', 'mongoose', 'zod', 'pino', '@fastify/busboy'] },
  web: { rooms: PAGES, packages: ['express', 'mongodb', 'zod', 'pino', '@pinojs/redact'] },
  trials: {
    rooms: [...PAGES, 'packages/fake-portal', 'packages/trial-run', 'services/web'],
    packages: ['express', 'mongodb', 'playwright-core', 'axe-core'],
  },
  mailbox: { rooms: [...COMPOSED, 'services/runtime'], packages: ['express', 'smtp-server', 'postal-mime'] },
};

/** Packages that only build, test, check or develop, and those of pages. */
const NOT_FOR_SERVICES = new RegExp(
  `^(${[
    ...['.*jest.*', '@testing-library/.*', 'jsdom', 'msw', '@mswjs/.*', '@playwright/test', 'playwright', 'fast-check'],
    ...['.*webpack.*', '@module-federation/.*', '@rspack/.*', '@swc/.*', 'typescript', '@biomejs/.*', 'knip'],
    ...['react', 'react-.*', '@mui/.*', '@emotion/.*', 'mongodb-memory-server.*', 'oidc-provider', 'autocannon'],
  ].join('|')})$`,
);
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? '';

const componentSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  hashes: z.array(z.unknown()).optional(),
});
const billSchema = z.looseObject({
  components: z.array(componentSchema),
  metadata: z.object({ component: componentSchema }),
});
const manifestSchema = z.object({ name: z.string(), version: z.string() });

/** Where a package or a room has its manifest. */
const MANIFEST = /^((.*\/)?node_modules\/(@[^/]+\/)?[^/@]+|(packages|services|tools)\/[^/]+)\/package\.json$/;

describe.each(IMAGE_SERVICES)('an image of %s', (service) => {
  it('holds its rooms and no other, without tests', () => {
    const { tree, layer } = imageOf(service);
    expect(tree.rooms.toSorted()).toEqual([...NEEDED[service].rooms, folderOf(service)].toSorted());
    const ofRooms = layer.map(({ path }) => path).filter((path) => !path.includes('node_modules'));
    expect(ofRooms).toContain(programOf(service));
    expect(ofRooms.filter((path) => /\.test\.tsx?$|(^|\/)testing(\/|$)|\.md$/.test(path))).toEqual([]);
  });

  it('holds what it imports, and nothing that only builds, tests or develops', () => {
    const { tree, layer } = imageOf(service);
    const names = tree.packages.map(nameOf);
    expect(names).toEqual(expect.arrayContaining([...NEEDED[service].packages]));
    expect(names.filter((name) => NOT_FOR_SERVICES.test(name))).toEqual([]);
    const paths = new Set(layer.map(({ path }) => path));
    expect(tree.packages.filter((path) => !paths.has(`${path}/package.json`))).toEqual([]);
  });

  it('has a bill of materials that lists every package that lies in it, with version and hash', () => {
    const { folder, layer } = imageOf(service);
    const { components, metadata, ...head } = billSchema.parse(
      JSON.parse(readFileSync(join(folder, BILL_FILE), 'utf8')),
    );
    expect(head).toEqual({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(metadata.component.name).toBe(`@cytocomm/${service}`);
    const lying = layer
      .filter(({ path }) => MANIFEST.test(path))
      .map(({ path }) => manifestSchema.parse(JSON.parse(readFileSync(join(folder, path), 'utf8'))));
    expect(lying.length).toBeGreaterThan(50);
    expect([metadata.component, ...components].map(({ purl }) => purl).toSorted()).toEqual(
      lying.map(({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`).toSorted(),
    );
    expect(components.filter(({ name, hashes }) => hashes === undefined && !name.startsWith('@cytocomm/'))).toEqual([]);
  });
});

/** Returns what `look` sees of an image that is made a checkout by the manifests of the root. */
function asCheckout<Seen>(folder: string, look: (root: string) => Seen): Seen {
  const manifests = ['package.json', 'package-lock.json'];
  for (const file of manifests) copyFileSync(join(ROOT, file), join(folder, file));
  try {
    return look(folder);
  } finally {
    for (const file of manifests) rmSync(join(folder, file));
  }
}

// Together they say what two images of each, compared, would say for more than twice the work.
describe.each(IMAGE_SERVICES)('of an image of %s', (service) => {
  it('the layer has one time and two rights, and its links lead within it', () => {
    const { folder, layer } = imageOf(service);
    expect(new Set(layer.map(({ changedAt }) => changedAt))).toEqual(new Set([Date.UTC(2020, 0, 1)]));
    const rights = layer.filter(({ kind }) => kind !== 'link').map(({ kind, mode }) => `${kind} ${mode.toString(8)}`);
    expect([...new Set(rights)].toSorted()).toEqual(['file 644', 'file 755', 'folder 755']);
    const links = layer.filter(({ kind }) => kind === 'link').map((entry) => contentOf(folder, entry));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((to) => !/^(\.\.\/)+(packages|services|tools)\/[^/.]+$/.test(to))).toEqual([]);
  });

  it('a checkout of another time, at another path, holds the same', () => {
    const { folder, tree } = imageOf(service);
    // There npm reads the folders, as it has left no list of what it installed.
    const again = asCheckout(folder, (root) => {
      const listed = productionTree(root, service);
      return { listed, bill: billOfMaterials(root, service, listed) };
    });
    expect(again.listed).toEqual(tree);
    expect(again.bill).toBe(readFileSync(join(folder, BILL_FILE), 'utf8'));
  });
});

test('the command writes the same, byte for byte', async () => {
  const folder = join(dir, 'by-command');
  expect(await runScript('image', ['mailbox', folder])).toMatchObject({ code: 0 });
  const { folder: first, layer } = imageOf('mailbox');
  expect(layerOf(folder)).toEqual(layer);
  const differing = layer.filter((entry) => contentOf(folder, entry) !== contentOf(first, entry));
  expect(differing).toEqual([]);
}, 180_000);

const listeningSchema = z.object({ operatorUrl: z.string() });
const LISTENING = /"operatorUrl":/;

async function isWell(line: string): Promise<string> {
  const { operatorUrl } = listeningSchema.parse(JSON.parse(line));
  expect((await fetch(`${operatorUrl}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${operatorUrl}/metrics`)).text()).toContain('portal_build_info');
  return operatorUrl;
}

/** Writes secrets into files. Returns the variables that name them. */
function inFiles(secrets: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const files = Object.entries(secrets).map(([name, value]) => {
    const path = join(dir, name);
    writeFileSync(path, `${value}\n`, { mode: 0o600 });
    return [`${name}_FILE`, path];
  });
  return Object.fromEntries(files);
}

test('api, web and trials start from their images alone, in production, with their secrets in files', async () => {
  await using started = new AsyncDisposableStack();
  const database = await startOwnDatabase(join(dir, 'data'));
  started.defer(() => database.stop());
  const keys = generateKeyPairSync('ed25519');
  const usual = { PORT: '0', OPERATOR_PORT: '0', PUBLIC_URL: 'https://portal.cytocomm.example', DRAIN_DELAY: '0' };
  const ofApi = {
    ...usual,
    ...inFiles({
      MONGODB_URI: database.uri,
      SESSION_SECRET: 's'.repeat(40),
      TOKEN_SECRET: 't'.repeat(40),
      LOCK_SIGNING_KEY: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }),
    MAIL_FROM: 'portal@cytocomm.example',
    CONTACT_EMAIL: 'hello@cytocomm.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  const ended = await runService(imageOf('api').folder, 'api', ofApi, LISTENING, async (line) => {
    await isWell(line);
  });
  expect(ended).toBe(0);

  const key = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const ofWeb = {
    ...usual,
    ...inFiles({ MONGODB_URI: database.uri, LOCK_PUBLIC_KEYS: key }),
    RELEASES_DIR: join(dir, 'store', 'releases'),
    LOCKS_DIR: join(dir, 'store', 'locks'),
  };
  const webEnded = await runService(imageOf('web').folder, 'web', ofWeb, LISTENING, async (line) => {
    const operatorUrl = await isWell(line);
    // It has read the database, in which there is no lock yet.
    expect(await (await fetch(`${operatorUrl}/readyz`)).json()).toMatchObject({ status: 'not-ready', lock: null });
  });
  expect(webEnded).toBe(0);

  // A program that can be started, and is no browser.
  const chromium = process.execPath;
  const ofTrials = { ...inFiles({ MONGODB_URI: database.uri }), CHROMIUM_PATH: chromium };
  const { folder } = imageOf('trials');
  const trialsEnded = await runService(folder, 'trials', ofTrials, /the trial runner is connected/, async () => {
    const order = { plan: { remotes: [], releasesDir: dir, variants: [] }, chromium, isSandboxed: true };
    const end = execFileSync(process.execPath, ['services/trials/src/trial/main.ts', String(process.pid)], {
      cwd: folder,
      env: {},
      input: JSON.stringify(order),
      encoding: 'utf8',
    });
    expect(JSON.parse(end)).toEqual({ noBrowser: expect.stringMatching(/./) });
  });
  expect(trialsEnded).toBe(0);
}, 240_000);

test('what is not installed is told in a sentence', () => {
  expect(() => productionTree(dir, 'web')).toThrow(/npm ci installs it/);
});
