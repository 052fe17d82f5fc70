import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceBuild } from '@cytocomm/remote-tools';
import { CannotStart } from '../commands/portal/settings.ts';

/**
 * Bytes by brotli that a browser loads for a component, scripts and styles; `entry` starts a remote, `others` are the other
 * components. Of what components load only when they need it, `chunk` is each and `chunks` are all together.
 */
type Budget = Readonly<Record<string, number>>;

/** What the builds of this repository may weigh, a few per cent above what they do. */
const BUDGETS: Readonly<Record<string, Budget>> = {
  // With what is late, forms that wait for it, addresses as people paste them, and a start behind the first paint: about 108,000 bytes.
  shell: { entry: 99_100, Main: 108_200, chunk: 127_000, chunks: 430_500 },
  // With portraits kept as paths, on Investors: 12,528 bytes.
  'mfe-marketing': { entry: 3_400, Home: 20_500, Investors: 12_600, others: 9_100, chunk: 32_300, chunks: 53_300 },
  'mfe-auth': {
    entry: 2_850,
    // With links that came back changed, or were used here before, and addresses as people paste them: 7,552 bytes.
    AuthHandler: 7_700,
    SignInDialog: 7_750,
    Security: 5_500,
    others: 5_000,
    chunk: 3_350,
    chunks: 3_350,
  },
  'mfe-admin': {
    entry: 3_100,
    // With the one list that all pages share, as on the next two: 8,065 bytes.
    PressReleases: 8_200,
    // With the pages of accesses, of who has not read, of versions and of acknowledgements, the groups, and what becomes of
    // those of documents that are shown to others, also by Edit: 18,912 bytes.
    DocumentsAdmin: 19_100,
    // With the page of what a person opened, invitations to many, the groups, and an import that goes on elsewhere, is stopped,
    // and is named when it was cut off, Undo of new admins, the question about one's own role, the invitation of whom an
    // import added, and lost passkeys, whose addresses are read as people paste them, and groups in plain letters: 16,568 bytes.
    Users: 16_750,
    others: 6_200,
    chunk: 131_000,
    chunks: 154_500,
  },
  'mfe-investor': { entry: 2_950, others: 3_050 },
  'mfe-calendar': { entry: 2_800, Calendar: 8_000, Events: 9_500 },
  'mfe-customer': { entry: 2_800, others: 3_150 },
  'mfe-developer': { entry: 2_950, Releases: 5_900, others: 4_600 },
};

/** What a remote may weigh that is not in the table. */
const NEW_REMOTE: Budget = { entry: 3_500, others: 10_000, chunk: 30_000, chunks: 60_000 };

/** Returns the bytes on the wire: those of the compressed twin, which files below 512 bytes do not have. */
function bytesOf(dir: string, path: string): number {
  const twin = join(dir, `${path}.br`);
  return statSync(existsSync(twin) ? twin : join(dir, path)).size;
}

/** Something of a build that has a budget. */
interface Part {
  readonly name: string;
  readonly files: readonly string[];
  readonly limit: number;
}

/** Returns the scripts and styles that belong to neither the entry nor a component, by chunk: the two have the chunk's id in common. */
function lazyChunksOf({ entry, components, files }: WorkspaceBuild['release']): ReadonlyMap<string, readonly string[]> {
  const loadedAtOnce = new Set([
    entry,
    ...Object.values(components).flatMap(({ scripts, styles }) => [...scripts, ...styles]),
  ]);
  const lazy = files.map(({ path }) => path).filter((path) => /\.(js|css)$/.test(path) && !loadedAtOnce.has(path));
  return Map.groupBy(lazy, (path) => path.slice(0, path.indexOf('.')));
}

function partsOf(release: WorkspaceBuild['release'], budget: Budget): readonly Part[] {
  const components = Object.entries(release.components).map(([name, { scripts, styles }]) => ({
    name,
    files: [...scripts, ...styles],
    limit: budget[name] ?? budget.others ?? 0,
  }));
  const chunks = [...lazyChunksOf(release).values()];
  return [
    { name: 'entry', files: [release.entry], limit: budget.entry ?? 0 },
    ...components,
    ...chunks.map((files) => ({ name: `chunk ${files.join(' + ')}`, files, limit: budget.chunk ?? 0 })),
    { name: 'chunks together', files: chunks.flat(), limit: budget.chunks ?? 0 },
  ];
}

/** Returns a sentence for each part of a build that is above its budget. */
function excesses({ release, distDir }: WorkspaceBuild, budgets: typeof BUDGETS): string[] {
  return partsOf(release, budgets[release.name] ?? NEW_REMOTE).flatMap(({ name, files, limit }) => {
    const bytes = files.reduce((sum, path) => sum + bytesOf(distDir, path), 0);
    return bytes <= limit ? [] : [`${release.name} ${name}: ${bytes} bytes by brotli, and ${limit} are allowed`];
  });
}

/** Throws CannotStart that names what is too large, its size and its limit. */
export function assertWithinBudget(builds: readonly WorkspaceBuild[], budgets = BUDGETS): void {
  const sentences = builds.flatMap((build) => excesses(build, budgets));
  if (sentences.length > 0)
    throw new CannotStart(`Too large (tools/checks/size-budgets.ts):\n  ${sentences.join('\n  ')}`);
}
