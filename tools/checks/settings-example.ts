import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/workspaces.ts';

/** The file that is made of the table of settings. */
export const EXAMPLE_FILE = join(ROOT, '.env.example');
const WIDTH = 118;

/** A row of the table of settings as Markdown: the name, the defaults ("npm start: `0`; api, web: none"), and what it is for. */
export type SettingRow = readonly string[];

/** Returns the rows of the table of settings in docs/run-it/settings.md. */
export function readSettingRows(): readonly SettingRow[] {
  const lines = readFileSync(join(ROOT, 'docs', 'run-it', 'settings.md'), 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| `')).map((line) => line.split('|').slice(1, -1));
  return rows.map((cells) => cells.map((cell) => cell.trim()));
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

function entryOf([name = '', defaults = '', purpose = '']: SettingRow): string {
  const value = defaults.includes('; ') ? '' : (/: `(.*)`$/.exec(defaults)?.[1] ?? '');
  // A value stays as it is written.
  const sentence = purpose.startsWith('`') ? purpose : `${purpose[0]?.toUpperCase()}${purpose.slice(1)}`;
  return [
    ...commented(`${plain(sentence)}.`),
    ...commented(plain(defaults)),
    `#${plain(name)}=${/[\s#"']/.test(value) ? `"${value}"` : value}`,
  ].join('\n');
}

/** Returns the text of the example: every setting as a comment, with its default. */
export function settingsExample(): string {
  const head = [
    '# Every setting of the portal’s processes, each with its default; "npm run settings" makes this file of the table in',
    '# docs/run-it/settings.md. Copy it to .env, take out the "#" before what you set, and start a program with it:',
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
