import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../root.ts';
import { COMMAND_DOCUMENT, commandDocument, documentRefusals } from './command-document.ts';

let folder: string;
let document: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'document-'));
  document = join(folder, COMMAND_DOCUMENT);
  mkdirSync(dirname(document));
  cpSync(join(ROOT, COMMAND_DOCUMENT), document);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the reference of the commands is what their table makes', () => {
  expect(documentRefusals(ROOT)).toEqual([]);
  expect(commandDocument(ROOT)).toContain('| `portal canary [VERSION]` |');
});

test('one that was edited is refused, and put right', () => {
  const text = readFileSync(document, 'utf8');
  writeFileSync(document, text.replace('`portal status`', '`portal state`'));
  expect(documentRefusals(folder)).toEqual([expect.stringContaining('npm run api writes it')]);
  expect(commandDocument(folder)).toBe(text);
  writeFileSync(document, '# Without a table');
  expect(() => commandDocument(folder)).toThrow('has no place for the table');
});
