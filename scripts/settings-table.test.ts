import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { apiSettingsSchema } from '@cytocomm/api';
import { MAILBOX_SETTINGS } from '@cytocomm/mailbox';
import { trialsSettingsSchema } from '@cytocomm/trials';
import { webSettingsSchema } from '@cytocomm/web';
import { z } from 'zod';
import { EXAMPLE_FILE, NOT_READ, readSettingRows, settingsExample } from './checks/settings-example.ts';
import { settingsSchema } from './portal/settings.ts';

// The table of settings in docs/operations.md names exactly what the programs read, with the defaults that they have.

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

/** Of npm start, the API, the web processes and the trials. */
const schemas: readonly z.ZodObject[] = [settingsSchema, apiSettingsSchema, webSettingsSchema, trialsSettingsSchema];

const programs: readonly ReadonlyMap<string, string>[] = [
  defaultsOf(settingsSchema),
  defaultsOf(apiSettingsSchema),
  defaultsOf(webSettingsSchema),
  new Map(Object.entries(MAILBOX_SETTINGS).map(([name, value]) => [name, cellOf(value)])),
  defaultsOf(trialsSettingsSchema),
];
const names = [...new Set(programs.flatMap((program) => [...program.keys()]))].sort();

const rows = readSettingRows();

test('the table names every setting with its default in each program', () => {
  const wanted = names.map((name) => [`\`${name}\``, ...programs.map((program) => program.get(name) ?? NOT_READ)]);
  const found = rows.map((cells) => cells.slice(0, 1 + programs.length));
  const inOrder = (cells: readonly string[][]) => cells.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
  expect(inOrder(found)).toEqual(inOrder(wanted));
});

test('and says what each is for', () => {
  expect(rows.filter((cells) => cells.length !== 2 + programs.length || cells.at(-1) === '')).toEqual([]);
});

test('what is wrong with a setting is told in words of its own, under its name', () => {
  const wrongs = ['x', '-1', '0.5', '99999999999', 'NaN', 'a,b', 'yes,no', 'x'.repeat(2000), undefined];
  const told = schemas.flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([name, field]) =>
      wrongs.flatMap((wrong) =>
        (z.safeParse(field, wrong).error?.issues ?? []).map(({ message }) => `${name}: ${message}`),
      ),
    ),
  );
  expect(told.length).toBeGreaterThan(100);
  // The library's own words name types of its own, and say not what is allowed.
  expect([...new Set(told)].filter((words) => /invalid|expected|received|too (small|big)/i.test(words))).toEqual([]);
});

describe('.env.example', () => {
  const example = readFileSync(EXAMPLE_FILE, 'utf8');

  it('is what `npm run settings` makes of the table', () => {
    expect(example).toBe(settingsExample());
  });

  it('sets nothing as it is', () => {
    expect(parseEnv(example)).toEqual({});
  });

  it('has the defaults, as the services read them, where all programs have the same', () => {
    const set = Object.entries(parseEnv(example.replaceAll(/^#([A-Z_]+=)/gm, '$1'))).filter(
      ([, value]) => value !== '',
    );
    expect(set.length).toBeGreaterThan(10);
    const given = Object.fromEntries(set);
    const needed = { MONGODB_URI: 'mongodb://127.0.0.1/portal', SMTP_URL: 'smtp://127.0.0.1', NODE_ENV: 'production' };
    expect(apiSettingsSchema.parse({ ...given, ...needed })).toEqual(apiSettingsSchema.parse(needed));
  });
});
