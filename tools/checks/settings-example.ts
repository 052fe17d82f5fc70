import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/workspaces.ts';

/** The file that is made of the table of settings. */
export const EXAMPLE_FILE = join(ROOT, '.env.example');
/** The programs of the table, in its order. */
const PROGRAMS = ['npm start', 'api', 'web', 'mailbox', 'trials'] as const;
/** What a cell says of a program that does not read the setting. */
export const NOT_READ = '—';
const WIDTH = 118;

/** A row of the table of settings in docs/operations.md, cell by cell, as Markdown. */
export type SettingRow = readonly string[];

/** Returns the rows of the table of settings: the name, a default for each of the programs, and what it is for. */
export function readSettingRows(): readonly SettingRow[] {
  const text = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
  const [, section = ''] = /^## Settings$(.*?)^## /ms.exec(text) ?? [];
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `') && line.split('|').length > PROGRAMS.length + 2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const plain = (markdown: string) => markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

/** Returns words as lines of a comment. */
function commented(words: string): readonly string[] {
  const lines: string[] = [];
  let line = '#';
  for (const word of words.split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

function entryOf([name = '', ...cells]: SettingRow): string {
  const read = PROGRAMS.map((program, at) => ({ program, cell: cells[at] ?? NOT_READ })).filter(
    ({ cell }) => cell !== NOT_READ,
  );
  const defaults = new Set(read.map(({ cell }) => cell));
  const [only = ''] = defaults.size === 1 ? defaults : [];
  const value = /^`(.*)`$/.exec(only)?.[1] ?? '';
  const who =
    only === '' ? read.map(({ program, cell }) => `${program} (${plain(cell)})`) : read.map(({ program }) => program);
  const standard = only === '' || value !== '' ? '' : `; ${only}`;
  const purpose = cells.at(-1) ?? '';
  // A value stays as it is written.
  const sentence = purpose.startsWith('`') ? purpose : `${purpose[0]?.toUpperCase()}${purpose.slice(1)}`;
  return [
    ...commented(`${plain(sentence)}.`),
    ...commented(`Of ${who.join(', ')}${standard}.`),
    `#${plain(name)}=${/[\s#"']/.test(value) ? `"${value}"` : value}`,
  ].join('\n');
}

/** Returns the text of the example: every setting as a comment, with its default. */
export function settingsExample(): string {
  const head = [
    '# Every setting of the portal’s processes, each with its default; "npm run settings" makes this file of the table in',
    '# docs/operations.md. Copy it to .env, take out the "#" before what you set, and start a program with it:',
    '#   node --env-file=.env services/api/src/main/main.ts',
    '# Of api, web and trials each may stand in a file: NAME_FILE=/run/secrets/name instead of NAME.',
  ].join('\n');
  return `${[head, ...readSettingRows().map(entryOf)].join('\n\n')}\n`;
}

if (import.meta.main) {
  const isChecked = process.argv.includes('--check');
  if (!isChecked) writeFileSync(EXAMPLE_FILE, settingsExample());
  else if (readFileSync(EXAMPLE_FILE, 'utf8') !== settingsExample()) {
    process.stderr.write('.env.example is not what the table of settings says: run "npm run settings".\n');
    process.exitCode = 1;
  }
}
