import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiReport, refusals, reportPath, writeReleased } from './reports.ts';

let root: string;

const report = (name: string, text: string, version = '1.0.0'): ApiReport => ({
  of: { name: `@sample/${name}`, version, dir: `packages/${name}`, exports: { '.': './src/index.ts' } },
  text,
});
const cells = report('cells', 'export const describe: (cell: Cell) => string;\n');
const renamed = report('cells', 'export const describeCell: (cell: Cell) => string;\n');
const mice = report('mice', "export type Mouse = 'white' | 'brown';\n");

function writeReport({ of, text }: ApiReport): void {
  mkdirSync(join(root, of.dir), { recursive: true });
  writeFileSync(join(root, reportPath(of)), text);
}

const changeset = (name: string, type: string) =>
  writeFileSync(join(root, '.changeset/brave-cell.md'), `---\n"@sample/${name}": ${type}\n---\n\nA cell has a size.\n`);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'released-'));
  mkdirSync(join(root, '.changeset'));
  writeReleased(root, [cells, mice]);
  writeReport(cells);
  writeReport(mice);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const UNWRITTEN = 'packages/cells/api.md is not what the sources say: npm run api writes it.';
const UNNAMED = 'The public types of @sample/cells have changed, and no changeset names it: npx changeset adds one.';

test('what is as it was released is not refused', async () => {
  expect(await refusals(root, [cells, mice])).toEqual([]);
});

test('a changed type is refused until its report is written and a changeset names its package', async () => {
  expect(await refusals(root, [renamed, mice])).toEqual([UNWRITTEN, UNNAMED]);
  writeReport(renamed);
  expect(await refusals(root, [renamed, mice])).toEqual([UNNAMED]);
  changeset('cells', 'major');
  expect(await refusals(root, [renamed, mice])).toEqual([]);
});

test.each([
  ['that names another package', 'mice', 'major'],
  ['that raises nothing', 'cells', 'none'],
])('a changeset %s does not do', async (_, name, type) => {
  writeReport(renamed);
  changeset(name, type);
  expect(await refusals(root, [renamed, mice])).toEqual([UNNAMED]);
});

test('a report that is missing, or was written by hand, is refused, also with a changeset', async () => {
  changeset('cells', 'major');
  writeReport(renamed);
  expect(await refusals(root, [cells, mice])).toEqual([UNWRITTEN]);
  rmSync(join(root, reportPath(cells.of)));
  expect(await refusals(root, [cells, mice])).toEqual([UNWRITTEN]);
});

test('a file that is no changeset is refused in the words of its reader', async () => {
  changeset('cells', 'enormous');
  await expect(refusals(root, [cells])).rejects.toThrow(
    /^A file in \.changeset cannot be used: .*invalid version type "enormous" for package "@sample\/cells"/,
  );
});

test('a package that was never released needs a changeset, also where nothing was', async () => {
  const dishes = report('dishes', 'export const DISHES = 96;\n');
  const unnamed = UNNAMED.replace('cells', 'dishes');
  writeReport(dishes);
  expect(await refusals(root, [cells, mice, dishes])).toEqual([unnamed]);
  rmSync(join(root, '.changeset'), { recursive: true });
  mkdirSync(join(root, '.changeset'));
  expect(await refusals(root, [dishes])).toEqual([unnamed]);
  changeset('dishes', 'major');
  expect(await refusals(root, [dishes])).toEqual([]);
});

test('a version that was raised by hand is refused', async () => {
  expect(await refusals(root, [cells, { ...mice, of: { ...mice.of, version: '1.1.0' } }])).toEqual([
    '@sample/mice was 1.0.0 and is 1.1.0: npm run version raises versions, nothing else does.',
  ]);
});
