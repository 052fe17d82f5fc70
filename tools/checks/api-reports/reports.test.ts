import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { NoDeclarations } from './declarations.ts';
import { type ApiReport, makeReports, refusals, reportPath, writeReleased } from './reports.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');

const CELL = `
import { sizeOf } from './size.ts';
interface Membrane { readonly thickness: number }
export interface Cell { readonly membrane: Membrane }
export const measure = (cell: Cell) => sizeOf(cell.membrane.thickness);
`;
const SIZE = 'export const sizeOf = (thickness: number) => ({ size: thickness * 2 });\n';
const WORKSPACE = {
  'tsconfig.base.json': JSON.stringify({
    compilerOptions: { module: 'preserve', target: 'es2024', allowImportingTsExtensions: true, skipLibCheck: true },
  }),
  'packages/cells/package.json': JSON.stringify({
    name: '@sample/cells',
    version: '1.0.0',
    exports: { '.': './src/index.ts', './size': './src/size.ts' },
  }),
  'packages/cells/src/index.ts': CELL,
  'packages/cells/src/size.ts': SIZE,
};

const REPORT = `# Public types of @sample/cells

Written by \`npm run api\`. A change needs a changeset: CONTRIBUTING.md.

## @sample/cells

\`\`\`ts
export interface Cell {
  readonly membrane: Membrane;
}
export const measure: (cell: Cell) => { size: number };
interface Membrane {
  readonly thickness: number;
}
\`\`\`

## @sample/cells/size

\`\`\`ts
export const sizeOf: (thickness: number) => { size: number };
\`\`\`
`;

/** Holds the workspace of a test, and its copy. */
let folder: string;
let root: string;

/** A workspace of one package, in which some files are as given. */
function writeWorkspace(changed: Readonly<Partial<typeof WORKSPACE>> = {}): void {
  for (const [path, text] of Object.entries({ ...WORKSPACE, ...changed })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function writeReports(reports: readonly ApiReport[]): void {
  for (const { of, text } of reports) writeFileSync(join(root, reportPath(of)), text);
}

const texts = (workspace = root) => makeReports(workspace).map(({ text }) => text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'public-types-'));
  root = join(folder, 'workspace');
  mkdirSync(root);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a report has the types of each door and those that they are made of, in two checkouts the same', () => {
  writeWorkspace();
  expect(texts()).toEqual([REPORT]);
  const copy = join(folder, 'quite', 'deep');
  cpSync(root, copy, { recursive: true });
  expect(texts(copy)).toEqual([REPORT]);
});

test('comments, and how something is done, are no part of it', () => {
  writeWorkspace({
    'packages/cells/src/index.ts': CELL.replaceAll(/^(export|interface)/gm, '/** What it is. */\n$1'),
    'packages/cells/src/size.ts': SIZE.replace('thickness * 2', 'thickness + thickness'),
  });
  expect(texts()).toEqual([REPORT]);
});

test('a type that is not exported itself is part of it, and what another file infers', () => {
  writeWorkspace({
    'packages/cells/src/index.ts': CELL.replace('readonly thickness: number', 'readonly thickness: 1 | 2'),
    'packages/cells/src/size.ts': SIZE.replace('{ size:', '{ width:'),
  });
  expect(texts()).toEqual([
    REPORT.replaceAll('size: number', 'width: number').replace(
      'readonly thickness: number',
      'readonly thickness: 1 | 2',
    ),
  ]);
});

test('a renamed export is refused until a changeset names its package', async () => {
  mkdirSync(join(root, '.changeset'));
  const changeset = (name: string) =>
    writeFileSync(join(root, '.changeset', 'a.md'), `---\n"${name}": major\n---\n\nIt has another name.\n`);
  writeWorkspace();
  writeReleased(root, makeReports(root));
  writeWorkspace({ 'packages/cells/src/index.ts': CELL.replace('const measure', 'const widthOf') });
  const reports = makeReports(root);
  writeReports(reports);
  const refusal = 'The public types of @sample/cells have changed, and no changeset names it: npx changeset adds one.';
  expect(await refusals(root, reports)).toEqual([refusal]);
  changeset('@sample/mice');
  expect(await refusals(root, reports)).toEqual([refusal]);
  changeset('@sample/cells');
  expect(await refusals(root, reports)).toEqual([]);
});

test('sources that the compiler cannot read are refused in its words', () => {
  writeWorkspace({ 'packages/cells/src/size.ts': 'export const sizeOf = ;\n' });
  const words = /packages\/cells\/src\/size\.ts.*error TS1109/;
  expect(() => makeReports(root)).toThrow(
    expect.objectContaining({ name: NoDeclarations.name, message: expect.stringMatching(words) }),
  );
});
