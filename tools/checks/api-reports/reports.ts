import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { waitingChangesets } from '../versions/changesets.ts';
import { emitDeclarations } from './declarations.ts';
import { extractReports } from './extractor.ts';
import { type PublicPackage, readPublicPackages } from './public-packages.ts';
import { readableTypes } from './readable-types.ts';

const FORMATTER = resolve(import.meta.dirname, '../../../node_modules/@biomejs/biome/bin/biome');
const FORMATTER_TIMEOUT_MS = 60_000;
/** The formatter's own defaults would do; it is told, so that no file of settings has a say. */
const STYLE = ['--indent-style=space', '--line-width=120', '--javascript-formatter-quote-style=single'];

/** A package and its report. */
export interface ApiReport {
  readonly of: PublicPackage;
  /** The whole text of its `api.md`. */
  readonly text: string;
}

/** The file of a package's report, relative to the root. */
export function reportPath({ dir }: PublicPackage): string {
  return join(dir, 'api.md');
}

/** Formats the TypeScript files of a folder. */
function format(folder: string): void {
  const { status, stderr, error } = spawnSync(
    process.execPath,
    [FORMATTER, 'format', '--write', '--colors=off', '--vcs-enabled=false', '--files-max-size=10000000', ...STYLE, '.'],
    { cwd: folder, encoding: 'utf8', timeout: FORMATTER_TIMEOUT_MS },
  );
  if (status !== 0) throw new Error(`The reports cannot be formatted:\n${stderr}`, { cause: error });
}

function fileOf(specifier: string): string {
  return `${specifier.replaceAll(/[@/]/g, '_')}.d.ts`;
}

function textOf({ name }: PublicPackage, doors: readonly (readonly [specifier: string, types: string])[]): string {
  const head = `# Public types of ${name}\n\nWritten by \`npm run api\`. A change needs a changeset: CONTRIBUTING.md.\n`;
  const parts = doors.map(([specifier, types]) => `\n## ${specifier}\n\n\`\`\`ts\n${types}\`\`\`\n`);
  return head + parts.join('');
}

/** Makes the reports of the packages below `packages/`, from their sources as they are now. */
export function makeReports(root: string): readonly ApiReport[] {
  const packages = readPublicPackages(root);
  // What the compiler is given must not lead through a link: it writes the files where the links lead to.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'api-reports-')));
  try {
    emitDeclarations(root, packages, folder);
    const raw = extractReports(root, packages, folder);
    const formatted = join(folder, 'formatted');
    mkdirSync(formatted);
    for (const [specifier, types] of readableTypes(raw)) writeFileSync(join(formatted, fileOf(specifier)), types);
    format(formatted);
    const read = (specifier: string) => readFileSync(join(formatted, fileOf(specifier)), 'utf8');
    return packages.map((one) => {
      const specifiers = Object.keys(one.exports).map((path) => one.name + path.slice(1));
      return {
        of: one,
        text: textOf(
          one,
          specifiers.map((specifier) => [specifier, read(specifier)]),
        ),
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// What a fresh or shallow clone has not is the history: so what was released is written down beside the changesets.
const RECORD = '.changeset/released-apis.json';

const releasedSchema = z.record(z.string(), z.strictObject({ version: z.string(), sha256: z.string() }));

/** What each package had when its version was last raised: that version, and the hash of its report. */
type Released = Readonly<z.infer<typeof releasedSchema>>;

/** The hash of a report. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns what was released last; of a package that never was there is nothing. */
function readReleased(root: string): Released {
  const path = join(root, RECORD);
  return existsSync(path) ? releasedSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
}

/** Writes down that these reports are released, each with the version that its package has. */
export function writeReleased(root: string, reports: readonly ApiReport[]): void {
  const released: Released = Object.fromEntries(
    reports.map(({ of, text }) => [of.name, { version: of.version, sha256: hashOf(text) }]),
  );
  writeFileSync(join(root, RECORD), `${JSON.stringify(released, null, 2)}\n`);
}

/** The packages that a changeset raises; one that names a package to raise nothing (`none`) does not count. */
async function raisedByChangesets(root: string): Promise<ReadonlySet<string>> {
  const changesets = await waitingChangesets(root);
  const releases = changesets.flatMap((changeset) => changeset.releases).filter(({ type }) => type !== 'none');
  return new Set(releases.map(({ name }) => name));
}

function isAsWritten(root: string, { of, text }: ApiReport): boolean {
  const path = join(root, reportPath(of));
  return existsSync(path) && readFileSync(path, 'utf8') === text;
}

function refusalsOf(root: string, report: ApiReport, released: Released, raised: ReadonlySet<string>): string[] {
  const { of, text } = report;
  const last = Object.hasOwn(released, of.name) ? released[of.name] : undefined;
  const isChanged = last?.sha256 !== hashOf(text);
  return [
    ...(isAsWritten(root, report) ? [] : [`${reportPath(of)} is not what the sources say: npm run api writes it.`]),
    ...(isChanged && !raised.has(of.name)
      ? [`The public types of ${of.name} have changed, and no changeset names it: npx changeset adds one.`]
      : []),
    ...(last !== undefined && last.version !== of.version
      ? [`${of.name} was ${last.version} and is ${of.version}: npm run version raises versions, nothing else does.`]
      : []),
  ];
}

/**
 * Returns why the public types of a working tree are refused, a sentence for each reason: a report that is not what its
 * sources say, and one that differs from that of the last release without a changeset that names its package.
 */
export async function refusals(root: string, reports: readonly ApiReport[]): Promise<readonly string[]> {
  const released = readReleased(root);
  const raised = await raisedByChangesets(root);
  return reports.flatMap((report) => refusalsOf(root, report, released, raised));
}
