import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../commands/workspaces.ts';
import { documentRefusals, REFERENCE_DOCUMENTS, referenceDocuments } from './reference-documents.ts';

const COMMANDS = 'docs/portal-command.md';
const CONFIG = 'docs/remote-config.md';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'documents-'));
  for (const path of Object.keys(REFERENCE_DOCUMENTS)) cpSync(join(ROOT, path), join(folder, path));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the references are what commands and schema make', () => {
  expect(documentRefusals(ROOT)).toEqual([]);
  expect(referenceDocuments(ROOT).get(COMMANDS)).toContain('| `portal canary [VERSION]` |');
  expect(referenceDocuments(ROOT).get(CONFIG)).toContain(
    '| `contributions.routes[].public` | `true` or `false` | rendered on the server, too, and in the sitemap |',
  );
});

test('every field of remote.config.ts says what it is', () => {
  const rows = (referenceDocuments(ROOT).get(CONFIG) ?? '').split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => /\| +\|$/.test(row))).toEqual([]);
});

test.each([
  [COMMANDS, '`portal status`', '`portal state`'],
  [CONFIG, '`contract`', '`contracts`'],
])('%s that was edited is refused, and put right', (path, is, was) => {
  const text = readFileSync(join(folder, path), 'utf8');
  writeFileSync(join(folder, path), text.replace(is, was));
  expect(documentRefusals(folder)).toEqual([expect.stringContaining('npm run api writes it')]);
  expect(referenceDocuments(folder).get(path)).toBe(text);
  writeFileSync(join(folder, path), '# Without a table');
  expect(() => referenceDocuments(folder)).toThrow('has no place for its table');
});
