import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ROOT } from '../commands/workspaces.ts';

const documents = globSync(
  '{*,.github,docs,docs/adr,shell,mfe-*,packages/*,services/*,tools/*,system,e2e,bench}/*.md',
  {
    cwd: ROOT,
  },
)
  .concat(globSync('*.md', { cwd: ROOT }))
  .sort();
const decisions = documents.filter((path) => /^docs\/adr\/\d/.test(path));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test.each(documents)('%s has links that lead somewhere', (path) => {
  const prose = read(path).replaceAll(/^ *```.*?^ *```/gms, '');
  const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  const missing = links.filter(
    (target) => !/^[a-z]+:/.test(target) && !existsSync(resolve(join(ROOT, dirname(path)), target)),
  );
  expect(missing).toEqual([]);
});

test.each(decisions)('%s has a number, a date and a status, and stands in the index', (path) => {
  const [title = '', , status = ''] = read(path).split('\n');
  const number = Number(/\/(\d+)-/.exec(path)?.[1]);
  expect(title).toMatch(new RegExp(`^# ${number}\\. \\S`));
  expect(status).toMatch(/^\d{4}-\d\d-\d\d, (accepted|replaced by \[\d+\])/);
  const row = `| [${number}](${path.slice('docs/adr/'.length)}) | ${title.slice(`# ${number}. `.length)} |`;
  expect(read('docs/adr/README.md')).toContain(row);
});
