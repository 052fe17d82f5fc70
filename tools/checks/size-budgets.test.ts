import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkspaceBuild } from '@cytocomm/remote-tools';
import { CannotStart } from '../commands/portal/settings.ts';
import { assertWithinBudget } from './size-budgets.ts';

let distDir: string;
beforeEach(() => {
  distDir = mkdtempSync(join(tmpdir(), 'size-budgets-'));
  const sizes = {
    ...{ 'entry.js': 9_000, 'entry.js.br': 3_000, 'Page.js': 400, 'Page.css': 5_000, 'Page.css.br': 600 },
    ...{ '8.aa.js': 900, '8.aa.js.br': 200, '8.bb.css': 100, '9.cc.js': 400, 'prerender.cjs': 9_000 },
  };
  for (const [path, bytes] of Object.entries(sizes)) writeFileSync(join(distDir, path), 'x'.repeat(bytes));
});
afterEach(() => rmSync(distDir, { recursive: true, force: true }));

const built = (name = 'mfe-sample', ...files: readonly string[]): WorkspaceBuild => ({
  distDir,
  release: {
    name,
    title: 'Sample',
    version: '1.0.0',
    contract: '^1.0.0',
    api: '^1.0.0',
    release: '1.0.0-000000000000',
    entry: 'entry.js',
    shared: {},
    sharedNames: {},
    components: { Page: { scripts: ['Page.js'], styles: ['Page.css'] } },
    contributions: { routes: [], links: [], sections: [], overlays: [] },
    files: files.map((path) => ({ path, integrity: '', bytes: 0 })),
  },
});

test('a build within its budget passes, to the byte: compressed twins count where there are some', () => {
  expect(() => assertWithinBudget([built()], { 'mfe-sample': { entry: 3_000, Page: 1_000 } })).not.toThrow();
  expect(() => assertWithinBudget([built()], { 'mfe-sample': { entry: 3_000, others: 1_000 } })).not.toThrow();
});

test('a build above it is refused with name, size and limit of each part', () => {
  const check = () => assertWithinBudget([built()], { 'mfe-sample': { entry: 2_999, Page: 999, others: 5_000 } });
  expect(check).toThrow(CannotStart);
  expect(check).toThrow(
    /mfe-sample entry: 3000 bytes by brotli, and 2999 are allowed\n.*mfe-sample Page: 1000 .* 999 /,
  );
});

test('a part without a budget has none', () => {
  expect(() => assertWithinBudget([built()], { 'mfe-sample': { entry: 3_000 } })).toThrow(
    /Page: 1000 .* 0 are allowed/,
  );
});

test('a remote that the table does not know has a budget, too', () => {
  expect(() => assertWithinBudget([built()])).not.toThrow();
  writeFileSync(join(distDir, 'Page.js.br'), 'x'.repeat(10_000));
  expect(() => assertWithinBudget([built()])).toThrow(/mfe-sample Page: 10600 bytes by brotli, and 10000 are allowed/);
});

describe('what is loaded only when it is needed', () => {
  const LAZY = ['entry.js', 'Page.js', 'Page.css', '8.aa.js', '8.bb.css', '9.cc.js', 'prerender.cjs'];
  const check = (chunk: number, chunks: number) => () =>
    assertWithinBudget([built('mfe-sample', ...LAZY)], { 'mfe-sample': { entry: 3_000, Page: 1_000, chunk, chunks } });

  test('passes within its budget, to the byte', () => {
    expect(check(400, 700)).not.toThrow();
  });

  test('is refused above it, by the names of its files', () => {
    expect(check(399, 700)).toThrow(/mfe-sample chunk 9\.cc\.js: 400 bytes by brotli, and 399 are allowed$/);
    expect(check(299, 700)).toThrow(/mfe-sample chunk 8\.aa\.js \+ 8\.bb\.css: 300 .* 299 .*\n.*9\.cc\.js: 400 /);
  });

  test('is refused when all of it is too much together', () => {
    expect(check(400, 699)).toThrow(/:\n *mfe-sample chunks together: 700 bytes by brotli, and 699 are allowed$/);
  });

  test('has a budget in a remote that the table does not know, too', () => {
    const build = built('mfe-sample', ...LAZY);
    expect(() => assertWithinBudget([build])).not.toThrow();
    writeFileSync(join(distDir, '9.cc.js.br'), 'x'.repeat(30_001));
    expect(() => assertWithinBudget([build])).toThrow(/chunk 9\.cc\.js: 30001 bytes by brotli, and 30000 are allowed/);
  });
});
