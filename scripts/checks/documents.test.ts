import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..');
const MAX_LINE = 120;

const documents = globSync('{*,.github,docs,docs/adr,shell,mfe-*,packages/*,services/*,e2e,bench,scripts}/*.md', {
  cwd: ROOT,
})
  .concat(globSync('*.md', { cwd: ROOT }))
  .sort();
const decisions = documents.filter((path) => /^docs\/adr\/\d/.test(path));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The line that begins or ends a block of code, also inside a list. */
const FENCE = /^ *```.*$/m;

/** The lines of a document outside of code. */
function proseOf(path: string): string[] {
  return read(path)
    .split(FENCE)
    .filter((_part, index) => index % 2 === 0)
    .flatMap((part) => part.split('\n'));
}

test('documents are found', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md', 'packages/kit/README.md']));
  expect(decisions.length).toBeGreaterThan(10);
});

test.each(documents)(
  '%s has lines that can be read side by side, code in blocks of its own, and links that lead somewhere',
  (path) => {
    const prose = proseOf(path);
    expect(prose.filter((line) => line.includes('```'))).toEqual([]);
    expect(read(path).split(FENCE).length % 2).toBe(1);
    // The rows of a table cannot be broken.
    const long = prose.filter((line) => line.length > MAX_LINE && !line.trimStart().startsWith('|'));
    expect(long).toEqual([]);
    const links = [...prose.join('\n').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
    const missing = links.filter(
      (target) => !/^[a-z]+:/.test(target) && !existsSync(resolve(join(ROOT, dirname(path)), target)),
    );
    expect(missing).toEqual([]);
  },
);

test.each(decisions)('%s has a number, a date and a status, and stands in the index', (path) => {
  const [title = '', , status = ''] = read(path).split('\n');
  const number = Number(/\/(\d+)-/.exec(path)?.[1]);
  expect(title).toMatch(new RegExp(`^# ${number}\\. \\S`));
  expect(status).toMatch(/^\d{4}-\d\d-\d\d, (accepted|replaced by \[\d+\])/);
  const row = `| [${number}](${path.slice('docs/adr/'.length)}) | ${title.slice(`# ${number}. `.length)} |`;
  expect(read('docs/adr/README.md')).toContain(row);
});
