import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
