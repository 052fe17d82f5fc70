import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remoteConfigSchema } from '@cytocomm/contract';
import { commandReference } from '@cytocomm/remote-tools/portal-command';
import { z } from 'zod';

/** What of a JSON Schema the reference tells (JSON Schema 2020-12). */
interface Described {
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly maxLength?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly items?: Described | undefined;
  readonly properties?: Readonly<Record<string, Described>> | undefined;
  readonly required?: readonly string[] | undefined;
}

const describedSchema: z.ZodType<Described> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    description: z.string().optional(),
    enum: z.array(z.string()).optional(),
    maxLength: z.number().optional(),
    maxItems: z.number().optional(),
    items: describedSchema.optional(),
    properties: z.record(z.string(), describedSchema).optional(),
    required: z.array(z.string()).optional(),
  }),
);

function formOf({ type, enum: words, maxLength, maxItems, items }: Described): string {
  if (words) return words.map((word) => `\`${word}\``).join(', ');
  if (type === 'array') return `list${items?.type === 'object' ? '' : ' of texts'}${maxItems ? `, ≤ ${maxItems}` : ''}`;
  if (type === 'string') return maxLength ? `text, ≤ ${maxLength}` : 'text';
  if (type === 'boolean') return '`true` or `false`';
  return type === 'integer' ? 'whole number' : 'fields';
}

function rowsOf(of: Described, inside: string): string[] {
  return Object.entries(of.properties ?? {}).flatMap(([name, field]) => {
    const path = `${inside}${name}`;
    const isNeeded = of.required?.includes(name) === true;
    const row = `| \`${path}${isNeeded ? '' : '?'}\` | ${formOf(field)} | ${field.description ?? ''} |`;
    const below = field.type === 'array' ? rowsOf(field.items ?? {}, `${path}[].`) : rowsOf(field, `${path}.`);
    return [row, ...below];
  });
}

/** Returns the reference of `remote.config.ts` as a table in Markdown, from its schema. */
function configReference(): string {
  const schema = describedSchema.parse(z.toJSONSchema(remoteConfigSchema, { io: 'input' }));
  return ['| field | value | what it is |', '|---|---|---|', ...rowsOf(schema, '')].join('\n');
}

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
