import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { apiSettingsSchema, readConfig } from '@cytocomm/api';
import { MAILBOX_SETTINGS, mailboxOptionsOf } from '@cytocomm/mailbox';
import { readTrialsConfig, trialsSettingsSchema } from '@cytocomm/trials';
import { readWebConfig, webSettingsSchema } from '@cytocomm/web';
import { z } from 'zod';
import { readSettings, settingsSchema } from '../../commands/portal/settings.ts';
import { EXAMPLE_FILE, readSettingRows, settingsExample } from '../settings-example.ts';

// The table of settings in docs/run-it/settings.md names exactly what the programs read, with the defaults that they have.

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

const programs: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  'npm start': defaultsOf(settingsSchema),
  api: defaultsOf(apiSettingsSchema),
  web: defaultsOf(webSettingsSchema),
  mailbox: new Map(Object.entries(MAILBOX_SETTINGS).map(([name, value]) => [name, cellOf(value)])),
  trials: defaultsOf(trialsSettingsSchema),
};
const names = new Set(Object.values(programs).flatMap((program) => [...program.keys()]));

/** The cell of a setting: the programs that have one default, and it. */
function defaultsCell(name: string): string {
  const readers = Object.entries(programs).flatMap(([program, defaults]) => {
    const value = defaults.get(name);
    return value === undefined ? [] : [{ program, value }];
  });
  return [...Map.groupBy(readers, ({ value }) => value)]
    .map(([value, same]) => `${same.map(({ program }) => program).join(', ')}: ${value}`)
    .join('; ');
}

const rows = readSettingRows();

test('the table names every setting with its default in each program', () => {
  const wanted = [...names].map((name) => [`\`${name}\``, defaultsCell(name)]);
  expect(rows.map((cells) => cells.slice(0, 2)).toSorted()).toEqual(wanted.toSorted());
});

test('and says what each is for', () => {
  expect(rows.filter((cells) => cells.length !== 3 || cells.at(-1) === '')).toEqual([]);
});

test('what is wrong with a setting is told in words of its own, under its name', () => {
  const wrongs = ['x', '-1', '0.5', '99999999999', 'NaN', 'a,b', 'yes,no', 'x'.repeat(2000), undefined];
  const messages = schemas.flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([name, field]) =>
      wrongs.flatMap((wrong) =>
        (z.safeParse(field, wrong).error?.issues ?? []).map(({ message }) => `${name}: ${message}`),
      ),
    ),
  );
  expect(messages.length).toBeGreaterThan(100);
  // The library's own words name types of its own, and say not what is allowed.
  expect([...new Set(messages)].filter((words) => /invalid|expected|received|too (small|big)/i.test(words))).toEqual(
    [],
  );
});

/** What may be set in a program alone, so that a fault of it is that of the one setting. */
const readers: readonly (readonly [string, z.ZodObject, (given: Readonly<Record<string, string>>) => unknown])[] = [
  ['npm start', settingsSchema, readSettings],
  ['api', apiSettingsSchema, readConfig],
  ['web', webSettingsSchema, readWebConfig],
  ['trials', trialsSettingsSchema, (given) => readTrialsConfig(given, () => 'chromium')],
  [
    'mailbox',
    z.object(Object.fromEntries(Object.keys(MAILBOX_SETTINGS).map((name) => [name, z.string()]))),
    mailboxOptionsOf,
  ],
];
const read = (
  reader: (given: Readonly<Record<string, string>>) => unknown,
  given: Readonly<Record<string, string>>,
) => {
  try {
    reader(given);
    return '';
  } catch (error) {
    return String(error);
  }
};

test.each(
  readers.flatMap(([program, { shape }, reader]) => Object.keys(shape).map((name) => ({ program, name, reader }))),
)('of $program $name is refused when it is blank', ({ name, reader }) => {
  for (const blank of [' ', '\t', ' '.repeat(40)])
    expect(read(reader, { [name]: blank })).toMatch(RegExp(`\\b${name}\\b`));
});

/** The settings that hold a list: an empty one, written out, must not stand for "none". */
const LISTS = /_(NAMES|KEYS|PROXY|ORIGINS|ROLES|ACTIONS|DOMAINS|AMR|HEADERS)$|^(TRUST_PROXY|AUDIT_SECRET)$/;
const lists = readers.flatMap(([program, { shape }, reader]) =>
  Object.keys(shape)
    .filter((name) => LISTS.test(name))
    .map((name) => ({ program, name, reader })),
);
test.each(lists)('of $program $name is refused when it is a list of nothing', ({ name, reader }) => {
  for (const nothing of [',', ' , ', ',,']) expect(read(reader, { [name]: nothing })).toContain(`${name}: `);
});
test('no setting whose default is a list is left out of these', () => {
  const ofSchemas = readers.flatMap(([program, { shape }]) =>
    Object.entries(shape)
      .filter(([, field]) => Array.isArray(z.safeParse(field, undefined).data))
      .map(([name]) => `${program} ${name}`),
  );
  const found = new Set(lists.map(({ program, name }) => `${program} ${name}`));
  expect(ofSchemas.filter((name) => !found.has(name))).toEqual([]);
});

test('production checks certificates against any setting of Node', () => {
  const variables = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  for (const [program, , reader] of readers.filter(([name]) => ['api', 'web', 'trials'].includes(name))) {
    expect([program, read(reader, variables)]).toEqual([
      program,
      expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED: 0'),
    ]);
    expect(read(reader, { ...variables, NODE_ENV: 'test' })).not.toContain('NODE_TLS');
    expect(read(reader, { NODE_TLS_REJECT_UNAUTHORIZED: '1' })).not.toContain('NODE_TLS');
  }
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
    const variables = Object.fromEntries(set);
    const needed = { MONGODB_URI: 'mongodb://127.0.0.1/portal', SMTP_URL: 'smtp://127.0.0.1', NODE_ENV: 'production' };
    expect(apiSettingsSchema.parse({ ...variables, ...needed })).toEqual(apiSettingsSchema.parse(needed));
  });
});
