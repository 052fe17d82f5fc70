import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandReference } from '@cytocomm/remote-tools/portal-command';
import { configReference } from './config-reference.ts';

/** The documents with a reference that is made, relative to the root, and what makes its table. */
export const REFERENCE_DOCUMENTS: Readonly<Record<string, () => string>> = {
  'docs/portal-command.md': commandReference,
  'docs/remote-config.md': configReference,
};

const TABLE = /(<!-- the table is written by [^>]*-->\n)[\s\S]*(<!-- end of the table -->)/;

/** Returns each document, by its path, with the table that is made now. Throws where one has no place for a table. */
export function referenceDocuments(root: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(REFERENCE_DOCUMENTS).map(([path, table]) => {
      const text = readFileSync(join(root, path), 'utf8');
      if (!TABLE.test(text)) throw new Error(`${path} has no place for its table.`);
      return [path, text.replace(TABLE, (_, begin: string, end: string) => `${begin}\n${table()}\n\n${end}`)];
    }),
  );
}

/** Returns why documents are refused: each that does not have the table that is made now. */
export function documentRefusals(root: string): string[] {
  return [...referenceDocuments(root)]
    .filter(([path, text]) => readFileSync(join(root, path), 'utf8') !== text)
    .map(([path]) => `${path} does not have the table that its source makes: npm run api writes it.`);
}
