import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../commands/workspaces.ts';

const FOLDERS = '{.,.github,.github/*,docs,docs/*,shell,mfe-*,packages/*,services/*,tools/*,system,e2e,bench}';
const documents = globSync(`${FOLDERS}/*.md`, { cwd: ROOT }).sort();
const decisions = documents.filter((path) => /^docs\/adr\/\d/.test(path));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const proseOf = (text: string) => text.replaceAll(/^ *```.*?^ *```/gms, '');
/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (path: string) =>
  [...proseOf(readFileSync(path, 'utf8')).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(documents)('%s has links that lead somewhere', (path) => {
  const links = [...proseOf(read(path)).matchAll(/\]\(([^)#\s]*)(#[^)]*)?\)/g)];
  const missing = links.filter(([, target = '', anchor = '']) => {
    const file = target === '' ? join(ROOT, path) : resolve(join(ROOT, dirname(path)), target);
    if (/^[a-z]+:/.test(target)) return false;
    return !existsSync(file) || (anchor !== '' && !anchorsOf(file).includes(anchor.slice(1)));
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

test.each(decisions)('%s has a number, a date and a status, and stands in the index', (path) => {
  const [title = '', , status = ''] = read(path).split('\n');
  const number = Number(/\/(\d+)-/.exec(path)?.[1]);
  expect(title).toMatch(new RegExp(`^# ${number}\\. \\S`));
  expect(status).toMatch(/^\d{4}-\d\d-\d\d, (accepted|replaced by \[\d+\])/);
  const row = `| [${number}](${path.slice('docs/adr/'.length)}) | ${title.slice(`# ${number}. `.length)} |`;
  expect(read('docs/adr/README.md')).toContain(row);
});

/** Not those of every test, nor types. */
const NEEDS_REASON = /^(?!@cytocomm\/|@types\/|@testing-library\/)/;
const packages = globSync('{shell,mfe-*,packages/*,services/*,tools/*,system,e2e,bench}/package.json', { cwd: ROOT });
const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

test.each(packages)('the README beside %s says what each dependency is for', (path) => {
  const { dependencies, devDependencies } = manifestSchema.parse(JSON.parse(read(path)));
  const readme = read(join(dirname(path), 'README.md'));
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => NEEDS_REASON.test(name));
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
