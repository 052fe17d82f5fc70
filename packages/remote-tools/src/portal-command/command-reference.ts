import { optionOf } from './command-line.ts';
import { COMMANDS } from './command-table.ts';

const cell = (text: string) => text.replaceAll('|', '\\|');

/** Returns the reference of all commands as a table in Markdown. */
export function commandReference(): string {
  const rows = Object.entries(COMMANDS).flatMap(([name, { words, says, options }]) => [
    `| \`${`portal ${name} ${words}`.trim()}\` | ${cell(says)} |`,
    ...Object.entries(options).map(([option, of]) => `| — \`${optionOf(option, of.value)}\` | ${cell(of.says)} |`),
  ]);
  return ['| command | what it does |', '|---|---|', ...rows].join('\n');
}
