import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { apiSettingsSchema } from '@cytocomm/api';
import { MAILBOX_SETTINGS } from '@cytocomm/mailbox';
import { trialsSettingsSchema } from '@cytocomm/trials';
import { webSettingsSchema } from '@cytocomm/web';
import { z } from 'zod';
import { settingsSchema } from './portal/settings.ts';

// The table of settings in docs/operations.md names exactly what the programs read, with the defaults that they have.

const NOT_READ = '—';

/** What the table says of a value that stands in for none. */
function cellOf(value: unknown): string {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
  return String(value).startsWith('for-development-only') ? 'development only' : `\`${String(value)}\``;
}

/** Each setting of a schema with its default, or "required". */
function defaultsOf(schema: z.ZodObject): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(schema.shape).map(([name, field]) => {
      const none = z.safeParse(field, undefined);
      return [name, none.success ? cellOf(none.data) : 'required'];
    }),
  );
}

const programs: readonly ReadonlyMap<string, string>[] = [
  defaultsOf(settingsSchema),
  defaultsOf(apiSettingsSchema),
  defaultsOf(webSettingsSchema),
  new Map(Object.entries(MAILBOX_SETTINGS).map(([name, value]) => [name, cellOf(value)])),
  defaultsOf(trialsSettingsSchema),
];
const names = [...new Set(programs.flatMap((program) => [...program.keys()]))].sort();

const text = readFileSync(join(resolve(import.meta.dirname, '..'), 'docs', 'operations.md'), 'utf8');
const [, section = ''] = /^## Settings$(.*?)^## /ms.exec(text) ?? [];
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('the table names every setting with its default in each program', () => {
  const wanted = names.map((name) => [`\`${name}\``, ...programs.map((program) => program.get(name) ?? NOT_READ)]);
  const found = rows.map((cells) => cells.slice(0, 1 + programs.length));
  const inOrder = (cells: readonly string[][]) => cells.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
  expect(inOrder(found)).toEqual(inOrder(wanted));
});

test('and says what each is for', () => {
  expect(rows.filter((cells) => cells.length !== 2 + programs.length || cells.at(-1) === '')).toEqual([]);
});
