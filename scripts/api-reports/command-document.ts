import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandReference } from '@cytocomm/remote-tools/portal-command';

/** The document that holds the reference of the command `portal`, relative to the root. */
export const COMMAND_DOCUMENT = 'docs/portal-command.md';

const TABLE = /(<!-- the table is written by [^>]*-->\n)[\s\S]*(<!-- end of the table -->)/;

/** Returns the document with the reference that the table of commands makes now. Throws where it has no place for one. */
export function commandDocument(root: string): string {
  const text = readFileSync(join(root, COMMAND_DOCUMENT), 'utf8');
  if (!TABLE.test(text)) throw new Error(`${COMMAND_DOCUMENT} has no place for the table of commands.`);
  return text.replace(TABLE, (_, begin: string, end: string) => `${begin}\n${commandReference()}\n\n${end}`);
}

/** Returns why the document is refused: it is not what the table of commands makes. */
export function documentRefusals(root: string): string[] {
  const isTrue = readFileSync(join(root, COMMAND_DOCUMENT), 'utf8') === commandDocument(root);
  return isTrue ? [] : [`${COMMAND_DOCUMENT} is not what the table of commands says: npm run api writes it.`];
}
